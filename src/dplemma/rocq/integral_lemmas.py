"""Integrals with a closed form, in Rocq: antiderivatives, their limits at the ends, and sums of such integrals.

Main definition: `INTEGRALS`, a text of lemmas that needs those of the normal law (`LAW`).
"""

from __future__ import annotations

INTEGRALS = r"""
Lemma integral_between : forall (f G : R -> R) Fa Fb {FA : ProperFilter Fa} {FB : ProperFilter Fb} (la lb : R),
  (forall t, is_derive G t (f t)) -> (forall t, continuous f t) ->
  filterlim G Fa (locally la) -> filterlim G Fb (locally lb) -> is_RInt_gen f Fa Fb (lb - la).
Proof.
  intros f G Fa Fb FA FB la lb D C A B.
  assert (E : forall t, Derive G t = f t) by (intro t; apply is_derive_unique, D).
  apply (is_RInt_gen_ext (Derive G)).
  - apply filter_forall. intros ab t _. apply E.
  - apply is_RInt_gen_Derive; [ | | exact A | exact B].
    + apply filter_forall. intros ab t _. eexists. apply D.
    + apply filter_forall. intros ab t _. apply (continuous_ext f); [intro; symmetry; apply E | apply C].
Qed.

Lemma limit_at_point : forall (G : R -> R) a, filterlim G (at_point a) (locally (G a)).
Proof. intros G a P H. unfold filtermap, at_point. apply locally_singleton. exact H. Qed.

Lemma limit_times : forall (G : R -> R) F k (l : R), filterlim G F (locally l) -> filterlim (fun t => k * G t) F (locally (k * l)).
Proof.
  intros G F k l H. apply (filterlim_comp _ _ _ G (fun y => k * y) F (locally l)); [exact H|].
  apply (filterlim_scal_r (V := R_NormedModule) k l).
Qed.

Lemma line_up : forall s m, 0 < s -> filterlim (fun t => s * (t - m)) (Rbar_locally p_infty) (Rbar_locally p_infty).
Proof.
  intros s m S P [M H]. exists (M / s + m). intros x L. apply H.
  apply (Rmult_lt_compat_l s) in L; [ | exact S]. replace (s * (M / s + m)) with (M + s * m) in L by (field; lra). lra.
Qed.

Lemma line_down : forall s m, 0 < s -> filterlim (fun t => s * (t - m)) (Rbar_locally m_infty) (Rbar_locally m_infty).
Proof.
  intros s m S P [M H]. exists (M / s + m). intros x L. apply H.
  apply (Rmult_lt_compat_l s) in L; [ | exact S]. replace (s * (M / s + m)) with (M + s * m) in L by (field; lra). lra.
Qed.

Definition bell a b t := Phi (sqrt (2 * a) * (t + (- 1) * (b * / (2 * a)))).

Lemma bell_is : forall a b t, Phi (sqrt (2 * a) * (t - b / (2 * a))) = bell a b t.
Proof. intros. unfold bell, Rdiv. apply f_equal. ring. Qed.


Lemma bell_up : forall a b, 0 < a -> filterlim (bell a b) (Rbar_locally p_infty) (locally 1).
Proof.
  intros a b A. apply (filterlim_ext _ _ (bell_is a b)).
  apply (filterlim_comp _ _ _ (fun t => sqrt (2 * a) * (t - b / (2 * a))) Phi _ (Rbar_locally p_infty)).
  - apply line_up, sqrt_lt_R0. lra.
  - apply Phi_at_infinity.
Qed.

Lemma bell_down : forall a b, 0 < a -> filterlim (bell a b) (Rbar_locally m_infty) (locally 0).
Proof.
  intros a b A. apply (filterlim_ext _ _ (bell_is a b)).
  apply (filterlim_comp _ _ _ (fun t => sqrt (2 * a) * (t - b / (2 * a))) Phi _ (Rbar_locally m_infty)).
  - apply line_down, sqrt_lt_R0. lra.
  - apply Phi_at_minus_infinity.
Qed.

Lemma bell_slope : forall a b c t, 0 < a ->
  is_derive (fun t => sqrt (PI / a) * exp (c + b * b / (4 * a)) * bell a b t) t (exp (- a * (t * t) + b * t + c)).
Proof.
  intros a b c t A. assert (P := PI_RGT_0). set (k := sqrt (PI / a) * exp (c + b * b / (4 * a))).
  set (u := fun t => sqrt (2 * a) * (t - b / (2 * a))).
  assert (S : sqrt (2 * a) * sqrt (2 * a) = 2 * a) by (apply sqrt_sqrt; lra).
  assert (U : u t * u t = 2 * a * ((t - b / (2 * a)) * (t - b / (2 * a)))).
  { assert (V : u t * u t = sqrt (2 * a) * sqrt (2 * a) * ((t - b / (2 * a)) * (t - b / (2 * a)))) by (unfold u; ring).
    rewrite V, S. reflexivity. }
  apply (is_derive_ext (fun t => k * Phi (u t))). { intro x. unfold u. rewrite bell_is. reflexivity. }
  evar_last.
  - apply (is_derive_scal (fun t => Phi (u t))). apply (is_derive_comp Phi u); [apply Phi_slope | ].
    unfold u. apply (is_derive_scal (fun t => t - b / (2 * a))).
    apply (is_derive_minus (V := R_NormedModule) (fun t => t) (fun _ => b / (2 * a))); [apply is_derive_id | apply is_derive_const].
  - unfold scal, minus, plus, opp, one, zero, mult; simpl; unfold mult; simpl. rewrite U.
    assert (R : sqrt (PI / a) * sqrt (2 * a) = sqrt (2 * PI)).
    { rewrite <- sqrt_mult by (try (apply Rlt_le, Rdiv_lt_0_compat); lra). apply f_equal. field. lra. }
    assert (Q : 0 < sqrt (2 * PI)) by (apply sqrt_lt_R0; lra).
    replace (- a * (t * t) + b * t + c) with ((c + b * b / (4 * a)) + - (2 * a * ((t - b / (2 * a)) * (t - b / (2 * a)))) / 2) by (field; lra).
    rewrite exp_plus. unfold k. set (e := exp (c + _)). set (g := exp (_ / 2)).
    replace (sqrt (PI / a) * e * (sqrt (2 * a) * (1 + - 0) * (g / sqrt (2 * PI)))) with ((sqrt (PI / a) * sqrt (2 * a)) * (e * g) / sqrt (2 * PI)) by (field; lra).
    rewrite R. field. lra.
Qed.

Lemma bell_integral : forall a b c Fa Fb {FA : ProperFilter Fa} {FB : ProperFilter Fb} (la lb : R), 0 < a ->
  filterlim (bell a b) Fa (locally la) -> filterlim (bell a b) Fb (locally lb) ->
  is_RInt_gen (fun t => exp (- a * (t * t) + b * t + c)) Fa Fb (sqrt (PI * / a) * exp (c + b * b * / (4 * a)) * (lb + (- 1) * la)).
Proof.
  intros a b c Fa Fb FA FB la lb A L H. set (k := sqrt (PI * / a) * exp (c + b * b * / (4 * a))).
  replace (k * (lb + (- 1) * la)) with (k * lb - k * la) by ring.
  apply (integral_between _ (fun t => k * bell a b t) Fa Fb).
  - intro t. apply bell_slope, A.
  - intro t. apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. exact I.
  - apply limit_times, L.
  - apply limit_times, H.
Qed.

Lemma exp_vanishes : filterlim exp (Rbar_locally m_infty) (locally 0).
Proof. apply (is_lim_exp_m). Qed.

Lemma exp_down : forall b c, 0 < b -> filterlim (fun t => exp (b * t + c)) (Rbar_locally m_infty) (locally 0).
Proof.
  intros b c B. apply (filterlim_ext (fun t => exp (b * (t - - c / b)))). { intro t. apply f_equal. field. lra. }
  apply (filterlim_comp _ _ _ (fun t => b * (t - - c / b)) exp _ (Rbar_locally m_infty)); [apply line_down, B | apply exp_vanishes].
Qed.

Lemma exp_up : forall b c, b < 0 -> filterlim (fun t => exp (b * t + c)) (Rbar_locally p_infty) (locally 0).
Proof.
  intros b c B. apply (filterlim_ext (fun t => exp (- b * (- t) + c))). { intro t. apply f_equal. ring. }
  apply (filterlim_comp _ _ _ Ropp (fun t => exp (- b * t + c)) _ (Rbar_locally m_infty)).
  - apply (filterlim_Rbar_opp p_infty).
  - apply exp_down. lra.
Qed.

Lemma exp_integral : forall b c Fa Fb {FA : ProperFilter Fa} {FB : ProperFilter Fb} (la lb : R), b <> 0 ->
  filterlim (fun t => exp (b * t + c)) Fa (locally la) -> filterlim (fun t => exp (b * t + c)) Fb (locally lb) ->
  is_RInt_gen (fun t => exp (b * t + c)) Fa Fb (/ b * (lb + (- 1) * la)).
Proof.
  intros b c Fa Fb FA FB la lb B L H. replace (/ b * (lb + (- 1) * la)) with (/ b * lb - / b * la) by ring.
  apply (integral_between _ (fun t => / b * exp (b * t + c)) Fa Fb).
  - intro t. auto_derive; [exact I | field; exact B].
  - intro t. apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. exact I.
  - apply limit_times, L.
  - apply limit_times, H.
Qed.

Lemma whole_integral : forall (f g : R -> R) k Fa Fb {FA : ProperFilter Fa} {FB : ProperFilter Fb} (l : R),
  is_RInt_gen g Fa Fb l -> (forall t, f t = k * g t) -> is_RInt_gen f Fa Fb (k * l).
Proof.
  intros f g k Fa Fb FA FB l H E. apply (is_RInt_gen_ext (fun t => scal k (g t))).
  - apply filter_forall. intros ab t _. symmetry. apply E.
  - apply (is_RInt_gen_scal (V := R_NormedModule)). exact H.
Qed.

Lemma sum_integral : forall (f g h : R -> R) Fa Fb {FA : ProperFilter Fa} {FB : ProperFilter Fb} (l m : R),
  is_RInt_gen g Fa Fb l -> is_RInt_gen h Fa Fb m -> (forall t, f t = g t + h t) -> is_RInt_gen f Fa Fb (l + m).
Proof.
  intros f g h Fa Fb FA FB l m G H E. apply (is_RInt_gen_ext (fun t => plus (g t) (h t))).
  - apply filter_forall. intros ab t _. symmetry. apply E.
  - apply (is_RInt_gen_plus (V := R_NormedModule)); assumption.
Qed.

Lemma integral_value : forall (f : R -> R) Fa Fb {FA : ProperFilter Fa} {FB : ProperFilter Fb} (l : R),
  is_RInt_gen f Fa Fb l -> RInt_gen f Fa Fb = l.
Proof. intros f Fa Fb FA FB l H. apply (is_RInt_gen_unique (V := R_CompleteNormedModule)). exact H. Qed.

Ltac exponents := first [ring | (field; repeat split; first [assumption | lra | interval | nra])].
"""  # noqa: E501 (lines of Rocq)
