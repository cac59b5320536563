r"""The normal law in Rocq: its integral, its ends, its inverse.

Main definitions: `PHI`, `PHI_INV`, `LAW`, `INVERSE`, `BY_LAW`, `BY_INVERSE`: texts of lemmas, each of which needs those before it.

That Phi lies between 0 and 1, and reaches them at the ends, is the integral of Gauss: with T(x) = int_0^1 e^(-x^2 (1 + t^2) / 2) /
(1 + t^2) dt the sum (int_0^x e^(-t^2/2) dt)^2 + 2 T(x) has slope 0, and is pi/2 at 0; and 0 < T(x) <= e^(-x^2/2).
"""

from __future__ import annotations

# ruff: noqa: E501 (lines of Rocq)

PHI = r"""
Definition Gauss (x : R) : R := RInt (fun t => exp (- (t * t) / 2)) 0 x.
Definition Phi (x : R) : R := 1 / 2 + Gauss x / sqrt (2 * PI).

Lemma ex_Gauss : forall a b, ex_RInt (fun t => exp (- (t * t) / 2)) a b.
Proof.
  intros a b. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros z _.
  apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. exact I.
Qed.

Lemma Gauss_rises : forall x y, x <= y -> Gauss x <= Gauss y.
Proof.
  intros x y H. unfold Gauss.
  rewrite <- (RInt_Chasles (V := R_CompleteNormedModule) _ 0 x y (ex_Gauss 0 x) (ex_Gauss x y)).
  assert (0 <= RInt (fun t => exp (- (t * t) / 2)) x y).
  { apply RInt_ge_0; [exact H | apply ex_Gauss | intros; left; apply exp_pos]. }
  unfold plus; simpl. lra.
Qed.

Lemma Gauss_0 : Gauss 0 = 0.
Proof. unfold Gauss. rewrite RInt_point. reflexivity. Qed.

Lemma Gauss_between : forall x a b lo hi, a <= x -> x <= b -> lo <= Gauss a -> Gauss b <= hi -> lo <= Gauss x <= hi.
Proof.
  intros x a b lo hi Ha Hb Hlo Hhi. generalize (Gauss_rises a x Ha) (Gauss_rises x b Hb). lra.
Qed.
"""

PHI_INV = r"""
Lemma Phi_rises : forall x y, x <= y -> Phi x <= Phi y.
Proof.
  intros x y H. unfold Phi. apply Rplus_le_compat_l. unfold Rdiv. apply Rmult_le_compat_r.
  - left. apply Rinv_0_lt_compat. interval.
  - apply Gauss_rises, H.
Qed.

Definition PhiInv (p : R) : R := real (Lub_Rbar (fun z => Phi z <= p)).

Lemma PhiInv_enclosed : forall p a b, Phi a <= p -> p < Phi b -> a <= PhiInv p <= b.
Proof.
  intros p a b Ha Hb. unfold PhiInv.
  destruct (Lub_Rbar_correct (fun z => Phi z <= p)) as [U L].
  assert (B : is_ub_Rbar (fun z => Phi z <= p) (Finite b)).
  { intros z Hz. simpl. destruct (Rle_lt_dec z b) as [|G]; [assumption|].
    exfalso. apply Rlt_not_le with (1 := Hb). apply Rle_trans with (2 := Hz). apply Phi_rises. lra. }
  specialize (U a Ha). specialize (L (Finite b) B).
  destruct (Lub_Rbar (fun z => Phi z <= p)); simpl in *; tauto || (split; assumption) || contradiction.
Qed.
"""

LAW = r"""
Lemma exp_rises : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [L | E]; [left; apply exp_increasing, L | right; rewrite E; reflexivity]. Qed.

Lemma Gauss_slope : forall x, is_derive Gauss x (exp (- (x * x) / 2)).
Proof.
  intros x. apply (is_derive_RInt (V := R_NormedModule) (fun t => exp (- (t * t) / 2)) Gauss 0 x).
  - exists (mkposreal 1 Rlt_0_1). intros y _. apply (RInt_correct (V := R_CompleteNormedModule)). apply ex_Gauss.
  - apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. exact I.
Qed.

Lemma Gauss_odd : forall x, Gauss (- x) = - Gauss x.
Proof.
  intros x. generalize (RInt_comp_lin (fun t => exp (- (t * t) / 2)) (-1) 0 0 x).
  replace (-1 * 0 + 0) with 0 by ring. replace (-1 * x + 0) with (- x) by ring. intro H.
  unfold Gauss. rewrite <- (H (ex_Gauss 0 (- x))). 
  apply eq_trans with (2 := RInt_opp (V := R_CompleteNormedModule) _ _ _ (ex_Gauss 0 x)).
  apply RInt_ext. intros t _. unfold scal, opp; simpl; unfold mult; simpl.
  replace (- ((-1 * t + 0) * (-1 * t + 0)) / 2) with (- (t * t) / 2) by field. ring.
Qed.

Definition Corner (x t : R) : R := exp (- (x * x) * (1 + t * t) / 2) / (1 + t * t).

Lemma Corner_slope : forall x t, is_derive (fun z => Corner z t) x (- x * exp (- (x * x) * (1 + t * t) / 2)).
Proof. intros x t. assert (0 < 1 + t * t) by nra. unfold Corner. auto_derive; [lra | unfold Rdiv; field; lra]. Qed.

Lemma ex_Corner : forall x, ex_RInt (Corner x) 0 1.
Proof.
  intros x. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros z _.
  apply (ex_derive_continuous (V := R_NormedModule)). unfold Corner. auto_derive. nra.
Qed.

Lemma Corner_integral_slope : forall x, is_derive (fun x => RInt (Corner x) 0 1) x (- exp (- (x * x) / 2) * Gauss x).
Proof.
  intros x.
  replace (- exp (- (x * x) / 2) * Gauss x) with (RInt (fun t => Derive (fun z => Corner z t) x) 0 1).
  - apply is_derive_RInt_param.
    + exists (mkposreal 1 Rlt_0_1). intros y _ t _. eexists. apply Corner_slope.
    + intros t _.
      apply (continuity_2d_pt_ext (fun u v => - u * exp (- (u * u) * (1 + v * v) / 2))).
      * intros u v. symmetry. apply is_derive_unique, Corner_slope.
      * apply continuity_2d_pt_mult. { apply continuity_2d_pt_opp, continuity_2d_pt_id1. }
        apply (continuity_1d_2d_pt_comp exp (fun u v => - (u * u) * (1 + v * v) / 2)).
        { apply derivable_continuous_pt, derivable_pt_exp. }
        apply continuity_2d_pt_mult; [ | apply continuity_2d_pt_const].
        apply continuity_2d_pt_mult.
        { apply continuity_2d_pt_opp, continuity_2d_pt_mult; apply continuity_2d_pt_id1. }
        apply continuity_2d_pt_plus; [apply continuity_2d_pt_const | ].
        apply continuity_2d_pt_mult; apply continuity_2d_pt_id2.
    + exists (mkposreal 1 Rlt_0_1). intros y _. apply ex_Corner.
  - assert (L : Gauss x = RInt (fun t => x * exp (- ((x * t) * (x * t)) / 2)) 0 1).
    { generalize (RInt_comp_lin (fun t => exp (- (t * t) / 2)) x 0 0 1).
      rewrite Rmult_0_r, Rmult_1_r, !Rplus_0_r. intro H. unfold Gauss. rewrite <- (H (ex_Gauss 0 x)).
      apply RInt_ext. intros t _. unfold scal; simpl; unfold mult; simpl. rewrite Rplus_0_r. reflexivity. }
    rewrite L. apply eq_trans with (RInt (fun t => scal (- exp (- (x * x) / 2)) (x * exp (- ((x * t) * (x * t)) / 2))) 0 1).
    + apply RInt_ext. intros t _. apply eq_trans with (1 := is_derive_unique (fun z => Corner z t) x _ (Corner_slope x t)).
      unfold scal; simpl; unfold mult; simpl.
      replace (- (x * x) * (1 + t * t) / 2) with (- (x * x) / 2 + - ((x * t) * (x * t)) / 2) by field.
      rewrite exp_plus. ring.
    + apply (RInt_scal (V := R_CompleteNormedModule)).
      apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros z _.
      apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. exact I.
Qed.

Lemma Gauss_square : forall x, Gauss x * Gauss x = PI / 2 - 2 * RInt (Corner x) 0 1.
Proof.
  assert (Z : forall x : R, is_derive (fun x => Gauss x * Gauss x + 2 * RInt (Corner x) 0 1) x 0).
  { intros x. evar_last.
    - apply (is_derive_plus (V := R_NormedModule) (fun x => Gauss x * Gauss x) (fun x => 2 * RInt (Corner x) 0 1)).
      + apply (is_derive_mult Gauss Gauss); [apply Gauss_slope | apply Gauss_slope | intros; apply Rmult_comm].
      + apply is_derive_scal, Corner_integral_slope.
    - unfold plus, mult; simpl; unfold mult; simpl. ring. }
  assert (A : RInt (Corner 0) 0 1 = PI / 4).
  { assert (Q : forall t : R, / (1 + t ^ 2) = Corner 0 t).
    { intros t. unfold Corner. replace (- (0 * 0) * (1 + t * t) / 2) with 0 by field. rewrite exp_0. field. nra. }
    apply is_RInt_unique. apply (is_RInt_ext (V := R_NormedModule) (fun t => / (1 + t ^ 2))).
    - intros t _. apply Q.
    - evar_last. { apply (is_RInt_derive (V := R_CompleteNormedModule) atan).
      + intros t _. apply is_derive_Reals, derivable_pt_lim_atan.
      + intros t _. apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. nra. }
      change (atan 1 + - atan 0 = PI / 4). rewrite atan_1, atan_0. field. }
  assert (O : Gauss 0 = 0) by (unfold Gauss; rewrite RInt_point; reflexivity).
  intros x. set (F := fun x => Gauss x * Gauss x + 2 * RInt (Corner x) 0 1).
  assert (E : F x = F 0).
  { destruct (Rtotal_order x 0) as [L | [L | L]].
    - apply (eq_is_derive F x 0); [intros; apply Z | exact L].
    - rewrite L. reflexivity.
    - symmetry. apply (eq_is_derive F 0 x); [intros; apply Z | exact L]. }
  unfold F in E. rewrite O, A in E. lra.
Qed.

Lemma Corner_bounds : forall x, 0 < RInt (Corner x) 0 1 <= exp (- (x * x) / 2).
Proof.
  intros x. split.
  - apply RInt_gt_0; [lra | | ].
    + intros t _. unfold Corner. apply Rdiv_lt_0_compat; [apply exp_pos | nra].
    + intros t _. apply (ex_derive_continuous (V := R_NormedModule)). unfold Corner. auto_derive. nra.
  - apply Rle_trans with (RInt (fun _ => exp (- (x * x) / 2)) 0 1).
    + apply RInt_le; [lra | apply ex_Corner | apply ex_RInt_const | ].
      intros t _. unfold Corner. assert (1 <= 1 + t * t) by nra.
      apply Rle_trans with (exp (- (x * x) * (1 + t * t) / 2)).
      * apply (Rmult_le_reg_r (1 + t * t)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
        generalize (exp_pos (- (x * x) * (1 + t * t) / 2)). intro. unfold Rdiv in *. nra.
      * apply exp_rises. nra.
    + rewrite RInt_const. unfold scal; simpl; unfold mult; simpl. lra.
Qed.

Lemma root_of_2_PI : sqrt (2 * PI) * sqrt (2 * PI) = 2 * PI /\ 0 < sqrt (2 * PI).
Proof. split; [apply sqrt_sqrt; generalize PI_RGT_0; lra | apply sqrt_lt_R0; generalize PI_RGT_0; lra]. Qed.

Lemma Phi_reflected : forall x, Phi (- x) = 1 - Phi x.
Proof. intros x. unfold Phi. rewrite Gauss_odd. destruct root_of_2_PI. field. lra. Qed.

Lemma Phi_below_1 : forall x, Phi x < 1.
Proof.
  intros x. unfold Phi. destruct root_of_2_PI as [S P]. generalize (Gauss_square x) (Corner_bounds x). intros G [C _].
  assert (Gauss x < sqrt (2 * PI) / 2) by (set (s := sqrt (2 * PI)) in *; nra).
  assert (Gauss x / sqrt (2 * PI) < 1 / 2). 2: lra.
  apply (Rmult_lt_reg_r (sqrt (2 * PI))); [exact P|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma Phi_above_0 : forall x, 0 < Phi x.
Proof. intros x. generalize (Phi_below_1 (- x)). rewrite Phi_reflected. lra. Qed.

Lemma Phi_slope : forall x, is_derive Phi x (exp (- (x * x) / 2) / sqrt (2 * PI)).
Proof.
  intros x. unfold Phi, Rdiv. evar_last.
  - apply (is_derive_plus (V := R_NormedModule) (fun _ => 1 * / 2) (fun x => Gauss x * / sqrt (2 * PI))).
    + apply is_derive_const.
    + apply (is_derive_ext (fun x => / sqrt (2 * PI) * Gauss x)); [intros; apply Rmult_comm | apply is_derive_scal, Gauss_slope].
  - unfold plus, zero; simpl. unfold Rdiv. ring.
Qed.

Lemma Phi_strict : forall x y, x < y -> Phi x < Phi y.
Proof.
  intros x y H. destruct (MVT_cor2 Phi (fun x => exp (- (x * x) / 2) / sqrt (2 * PI)) x y H) as [c [E _]].
  - intros c _. apply is_derive_Reals, Phi_slope.
  - assert (0 < exp (- (c * c) / 2) / sqrt (2 * PI) * (y - x)); [ | lra].
    apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; [apply exp_pos | apply root_of_2_PI] | lra].
Qed.

Lemma Phi_tail : forall x, 0 < x -> 1 - Phi x <= exp (- (x * x) / 2).
Proof.
  intros x H. generalize (Gauss_square x) (Corner_bounds x) (Gauss_rises 0 x (Rlt_le _ _ H)). intros G [_ C] R.
  replace (Gauss 0) with 0 in R by (unfold Gauss; rewrite RInt_point; reflexivity).
  unfold Phi. destruct root_of_2_PI as [S P].
  assert (B : 2 < sqrt (2 * PI)) by interval.
  set (s := sqrt (2 * PI)) in *. set (e := exp _) in *. assert (0 < e) by apply exp_pos.
  assert (s / 2 - Gauss x <= e * s).
  { assert ((s / 2 - Gauss x) * (s / 2 + Gauss x) <= 2 * e) by (ring_simplify; nra).
    apply (Rmult_le_reg_r (s / 2 + Gauss x)); [lra|]. apply Rle_trans with (2 * e); [assumption|].
    assert (0 <= e * s * Gauss x) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact R]).
    replace (e * s * (s / 2 + Gauss x)) with (e * (s * s) / 2 + e * s * Gauss x) by field. rewrite S.
    assert (2 < PI) by interval. nra. }
  apply (Rmult_le_reg_r s); [exact P|]. 
  replace ((1 - (1 / 2 + Gauss x / s)) * s) with (s / 2 - Gauss x) by (field; lra). lra.
Qed.

Lemma Phi_at_infinity : filterlim Phi (Rbar_locally p_infty) (locally 1).
Proof.
  apply (is_lim_spec Phi p_infty 1). intros [e E]. simpl. exists (Rmax 1 (2 / e)). intros x H.
  assert (1 < x) by (apply Rle_lt_trans with (2 := H); apply Rmax_l).
  assert (2 / e < x) by (apply Rle_lt_trans with (2 := H); apply Rmax_r).
  generalize (Phi_below_1 x) (Phi_tail x). intros. rewrite Rabs_left by lra.
  assert (1 - Phi x <= exp (- (x * x) / 2)) by (apply H3; lra).
  assert (exp (- (x * x) / 2) < e); [ | lra].
  assert (2 < e * x). { apply (Rmult_lt_compat_l e) in H1; [ | exact E]. replace (e * (2 / e)) with 2 in H1 by (field; lra). lra. }
  assert (1 + x * x / 2 <= exp (x * x / 2)) by (apply exp_ineq1_le).
  replace (- (x * x) / 2) with (- (x * x / 2)) by field. rewrite exp_Ropp.
  apply (Rmult_lt_reg_r (exp (x * x / 2))); [apply exp_pos|]. rewrite Rinv_l by (apply Rgt_not_eq, exp_pos). nra.
Qed.

Lemma Phi_at_minus_infinity : filterlim Phi (Rbar_locally m_infty) (locally 0).
Proof.
  apply (is_lim_spec Phi m_infty 0). intros e. destruct (proj2 (is_lim_spec Phi p_infty 1) Phi_at_infinity e) as [M H].
  exists (- M). intros x L. specialize (H (- x)). rewrite Phi_reflected in H.
  replace (Phi x - 0) with (- (1 - Phi x - 1)) by ring. rewrite Rabs_Ropp. apply H. lra.
Qed.
"""

INVERSE = r"""
Lemma PhiInv_of_Phi : forall x, PhiInv (Phi x) = x.
Proof.
  intros x. assert (B : forall e, 0 < e -> x <= PhiInv (Phi x) <= x + e).
  { intros e E. apply PhiInv_enclosed; [lra | apply Phi_strict; lra]. }
  generalize (B 1 Rlt_0_1). intros [L _]. destruct (Rle_lt_dec (PhiInv (Phi x)) x) as [H | H]; [lra|].
  generalize (B ((PhiInv (Phi x) - x) / 2)). lra.
Qed.

Lemma Phi_of_PhiInv : forall p, 0 < p -> p < 1 -> Phi (PhiInv p) = p.
Proof.
  intros p L H.
  destruct (proj2 (is_lim_spec Phi m_infty 0) Phi_at_minus_infinity (mkposreal p L)) as [M A].
  assert (Q : 0 < 1 - p) by lra.
  destruct (proj2 (is_lim_spec Phi p_infty 1) Phi_at_infinity (mkposreal (1 - p) Q)) as [N B].
  specialize (A (M - 1)). specialize (B (N + 1)). simpl in A, B.
  assert (A' : Phi (M - 1) < p) by (assert (X := A ltac:(lra)); apply Rabs_def2 in X; lra).
  assert (B' : p < Phi (N + 1)) by (assert (X := B ltac:(lra)); apply Rabs_def2 in X; lra).
  destruct (IVT_gen Phi (M - 1) (N + 1) p) as [z [_ E]].
  - intro x. apply continuity_pt_filterlim. apply (ex_derive_continuous (V := R_NormedModule)). eexists. apply Phi_slope.
  - rewrite Rmin_left, Rmax_right by lra. lra.
  - rewrite <- E at 1. rewrite PhiInv_of_Phi. exact E.
Qed.

Lemma PhiInv_reflected : forall p, 0 < p -> p < 1 -> PhiInv (1 + (- 1) * p) = - PhiInv p.
Proof.
  intros p L H. rewrite <- (PhiInv_of_Phi (- PhiInv p)). rewrite Phi_reflected, (Phi_of_PhiInv p L H). apply f_equal. ring.
Qed.
"""

BY_LAW = r"""
Lemma Phi_density : forall x, is_derive Phi x (exp ((- 1 / 2) * (x ^ 2)) * (/ sqrt (2 * PI))).
Proof. intro x. evar_last; [apply Phi_slope|]. unfold Rdiv. apply f_equal2; [apply f_equal; field | reflexivity]. Qed.
Global Instance Phi_has_slope : UnaryDiff Phi := Build_UnaryDiff Phi (fun x => exp ((- 1 / 2) * (x ^ 2)) * (/ sqrt (2 * PI))) Phi_density.

Lemma Phi_reflects : forall x y, Phi x <= Phi y -> x <= y.
Proof. intros x y H. destruct (Rle_lt_dec x y) as [|L]; [assumption|]. apply Phi_strict in L. lra. Qed.
Lemma Phi_reflects_strict : forall x y, Phi x < Phi y -> x < y.
Proof. intros x y H. destruct (Rle_lt_dec y x) as [[L | L] |]; [apply Phi_strict in L; lra | rewrite L in H; lra | assumption]. Qed.
Lemma Phi_not_falls : forall x y, x <= y -> Phi x <= Phi y.
Proof. intros x y [L | L]; [left; apply Phi_strict, L | rewrite L; lra]. Qed.

Ltac law_sign ::= first
  [ apply Phi_above_0 | apply Phi_below_1 | left; apply Phi_above_0 | left; apply Phi_below_1
  | apply Phi_strict; first [lra | signed] | apply Phi_not_falls; first [lra | signed] ].
Ltac ordered_places := repeat match goal with
  | H : Phi ?x <= Phi ?y |- _ => apply Phi_reflects in H
  | H : Phi ?x < Phi ?y |- _ => apply Phi_reflects_strict in H
  | H : Phi ?x >= Phi ?y |- _ => apply Rge_le, Phi_reflects in H
  | H : Phi ?x > Phi ?y |- _ => apply Rgt_lt, Phi_reflects_strict in H
  end.
Ltac law_bounds ::= ordered_places; repeat match goal with
  | |- context [Phi ?x] => lazymatch goal with _ : 0 < Phi x |- _ => fail | _ => pose proof (Phi_above_0 x); pose proof (Phi_below_1 x) end
  | H : context [Phi ?x] |- _ => lazymatch goal with _ : 0 < Phi x |- _ => fail | _ => pose proof (Phi_above_0 x); pose proof (Phi_below_1 x) end
  end.
Ltac by_reflection fields := match goal with |- Phi ?x = ?r => match r with context [Phi ?y] =>
  apply eq_trans with (Phi (- y)); [apply f_equal; fields | rewrite Phi_reflected; fields] end end.
Ltac by_law fields ::= first [reflexivity | (apply f_equal; fields) | by_reflection fields].
"""

BY_INVERSE = r"""
Ltac in_unit := first [assumption | lra | apply Phi_above_0 | apply Phi_below_1 | solve [signed] | nra].
Ltac of_inverse fields := match goal with |- Phi ?x = _ => match x with context [PhiInv ?p] => first
  [ apply eq_trans with (Phi (PhiInv p)); [apply f_equal; fields | rewrite Phi_of_PhiInv by in_unit; fields]
  | apply eq_trans with (Phi (- PhiInv p)); [apply f_equal; fields | rewrite Phi_reflected, Phi_of_PhiInv by in_unit; fields] ] end end.
Ltac inverse_of fields := match goal with |- PhiInv ?x = ?r => first
  [ match x with context [Phi ?y] => first
      [ apply eq_trans with (PhiInv (Phi y)); [apply f_equal; fields | rewrite PhiInv_of_Phi; fields]
      | apply eq_trans with (PhiInv (Phi (- y))); [apply f_equal; rewrite Phi_reflected; fields | rewrite PhiInv_of_Phi; fields] ] end
  | match r with context [PhiInv ?p] =>
      apply eq_trans with (PhiInv (1 + (- 1) * p)); [apply f_equal; fields | rewrite PhiInv_reflected by in_unit; fields] end ] end.
Ltac by_law fields ::= first [reflexivity | (apply f_equal; fields) | of_inverse fields | inverse_of fields | by_reflection fields].
"""
