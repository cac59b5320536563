r"""What an exported file begins with: Rocq's libraries, the normal law with the few lemmas about it, and a tactic for equalities.

Main definition: `prelude(text)`, with the parts that the text uses.

The normal law is an integral from 0, which coq-interval can enclose: Phi x = 1/2 + (int_0^x exp(-t^2/2) dt) / sqrt(2 pi). Its
inverse is the least upper bound of the places where Phi is at most p; it lies between a and b if Phi a <= p < Phi b.
"""

from __future__ import annotations

from dplemma.rocq.integral_lemmas import INTEGRALS
from dplemma.rocq.normal_law import BY_INVERSE, BY_LAW, INVERSE, LAW, PHI, PHI_INV

HEAD = """From Coq Require Import Reals Lra ZArith.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
Open Scope R_scope.
"""

EXACT = """
Lemma Rabs_turned : forall x, x <= 0 -> Rabs x = (- 1) * x.
Proof. intros x H. rewrite Rabs_left1 by exact H. ring. Qed.

Ltac exactly := first
  [ reflexivity | lra | nra | (field; repeat split; interval) | (field_simplify; lra)
  | (rewrite ?ln_1, ?ln_exp, ?exp_0, ?sqrt_1, ?sqrt_0; first [reflexivity | lra | (field; repeat split; interval)]) ].
"""

REGION = """
Ltac broken := repeat match goal with H : _ /\\ _ |- _ => destruct H end.

(* one side of every comparison that the goal or a premise depends on *)
Ltac chosen := repeat match goal with
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b)
  | |- context [Rlt_dec ?a ?b] => destruct (Rlt_dec a b)
  | |- context [Rge_dec ?a ?b] => destruct (Rge_dec a b)
  | |- context [Rgt_dec ?a ?b] => destruct (Rgt_dec a b)
  | |- context [Req_EM_T ?a ?b] => destruct (Req_EM_T a b)
  | |- context [Rcase_abs ?a] => destruct (Rcase_abs a)
  | |- context [Rmax _ _] => unfold Rmax
  | |- context [Rmin _ _] => unfold Rmin
  | |- context [Rabs _] => unfold Rabs
  | H : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b)
  | H : context [Rcase_abs ?a] |- _ => destruct (Rcase_abs a)
  | H : context [Rmax _ _] |- _ => unfold Rmax in H
  | H : context [Rmin _ _] |- _ => unfold Rmin in H
  | H : context [Rabs _] |- _ => unfold Rabs in H
  end.

(* signs of factors and terms *)
Ltac signed := lazymatch goal with
  | |- _ > _ => apply Rlt_gt; signed
  | |- _ >= _ => apply Rle_ge; signed
  | |- _ <> 0 => first [lra | apply Rgt_not_eq; signed]
  | |- 0 < exp _ => apply exp_pos
  | |- 0 < PI => exact PI_RGT_0
  | |- 0 < / _ => apply Rinv_0_lt_compat; signed
  | |- 0 < sqrt _ => apply sqrt_lt_R0; signed
  | |- 0 < Rpower _ _ => apply exp_pos
  | |- 0 < ln _ => rewrite <- ln_1; apply ln_increasing; [lra | first [lra | nra | interval]]
  | |- 0 < _ ^ _ => apply pow_lt; signed
  | |- 0 < _ * _ => first [lra | apply Rmult_lt_0_compat; signed | nra]
  | |- 0 < _ + _ => first [assumption | lra | apply Rplus_lt_0_compat; signed | apply Rplus_lt_le_0_compat; signed
                           | apply Rplus_le_lt_0_compat; signed | nra | interval]
  | |- 0 <= sqrt _ => apply sqrt_pos
  | |- 0 <= _ ^ 2 => apply pow2_ge_0
  | |- 0 <= exp _ => left; apply exp_pos
  | |- 0 <= / _ => left; apply Rinv_0_lt_compat; signed
  | |- 0 <= _ ^ _ => apply pow_le; signed
  | |- 0 <= _ * _ => first [lra | apply Rmult_le_pos; signed | nra]
  | |- 0 <= _ + _ => first [assumption | lra | apply Rplus_le_le_0_compat; signed | nra | interval]
  | |- _ => first [assumption | lra |{law_sign} nra | interval]
  end.

Ltac conditions := repeat split; first [assumption | lra | solve [signed] | nra].

(* exponentials and roots become unknowns, of which their bounds and their squares are known; then denominators are cleared *)
Ltac turned := lazymatch goal with |- _ >= _ => apply Rle_ge | |- _ > _ => apply Rlt_gt | |- _ => idtac end.
Ltac exponential x :=
  pose proof (exp_pos x); try (let L := fresh in interval_intro (exp x) lower as L);
  try (let U := fresh in interval_intro (exp x) upper as U); let e := fresh in set (e := exp x) in *; clearbody e.
Ltac exponentials := repeat match goal with
  | |- context [exp ?x] => exponential x
  | H : context [exp ?x] |- _ => exponential x
  end.
Ltac roots := repeat match goal with
  | |- context [sqrt ?a] =>
      pose proof (sqrt_pos a); assert (sqrt a * sqrt a = a) by (apply sqrt_sqrt; first [lra | nra | solve [signed]]);
      let s := fresh in set (s := sqrt a) in *; clearbody s
  end.
Ltac cleared := match goal with
  | |- context [/ ?d] =>
      let D := fresh in assert (D : 0 < d) by (first [lra | nra | solve [signed]]);
      first [apply (Rmult_le_reg_r d _ _ D) | apply (Rmult_lt_reg_r d _ _ D)]; field_simplify; [ | lra ..]
  end.
Ltac by_roots := turned; chosen; exponentials; roots; first [lra | nra | (repeat cleared; first [lra | nra])].

(* normal forms: see forms.py *)
Lemma ln_power : forall n x, 0 < x -> ln (x ^ n) = IZR (Z.of_nat n) * ln x.
Proof.
  intros n x H. rewrite <- INR_IZR_INZ. induction n as [|n IH].
  - replace (x ^ 0) with 1 by reflexivity. rewrite ln_1. simpl. ring.
  - rewrite S_INR. replace (x ^ S n) with (x * x ^ n) by reflexivity. rewrite ln_mult, IH; [ring | exact H | apply pow_lt, H].
Qed.
Lemma ln_root : forall x, 0 < x -> ln (sqrt x) = ln x / 2.
Proof.
  intros x H. assert (0 < sqrt x) by (apply sqrt_lt_R0, H).
  assert (ln x = ln (sqrt x) + ln (sqrt x)) by (rewrite <- ln_mult by assumption; rewrite sqrt_sqrt by lra; reflexivity). lra.
Qed.
Lemma root_by_square : forall x y, 0 <= y -> y * y = x -> sqrt x = y.
Proof. intros x y H S. rewrite <- S. apply sqrt_square, H. Qed.
Lemma Rpower_positive : forall x y, 0 < Rpower x y.
Proof. intros. apply exp_pos. Qed.

Ltac not_negative := first [assumption | lra | solve [signed] | nra].
Ltac not_positive := first [assumption | lra | (apply Ropp_le_cancel; rewrite Ropp_0; solve [signed]) | nra].
Ltac fields := first [reflexivity | ring | (field; conditions)].
Ltac logarithms := unfold Rpower; repeat first
  [ rewrite ln_exp | rewrite ln_1 | rewrite ln_mult by (solve [signed]) | rewrite ln_Rinv by (solve [signed])
  | rewrite ln_power by (solve [signed]) | rewrite ln_root by (solve [signed]) ]; simpl Z.of_nat.
Ltac by_logarithms fields := first [reflexivity | (apply ln_inv; [solve [signed] | solve [signed] | logarithms; fields])].
Ltac by_squares fields := apply root_by_square; [solve [signed] | fields].
Ltac unequal_product := lazymatch goal with
  | |- _ * _ <> 0 => apply Rmult_integral_contrapositive_currified; unequal_product
  | |- / _ <> 0 => apply Rinv_neq_0_compat; unequal_product
  | |- _ ^ _ <> 0 => apply pow_nonzero; unequal_product
  | |- _ => first [assumption | lra | apply Rgt_not_eq; apply Rlt_gt; signed | apply Rlt_not_eq; first [lra | nra | interval]]
  end.
Lemma above_part : forall f m g, 0 < m -> g = f * m -> 0 < g -> 0 < f.
Proof. intros f m g M E H. rewrite E in H. apply (Rmult_lt_reg_r m); lra. Qed.
Lemma least_part : forall f m g, 0 < m -> g = f * m -> 0 <= g -> 0 <= f.
Proof. intros f m g M E H. rewrite E in H. apply (Rmult_le_reg_r m); lra. Qed.
Lemma zero_part : forall f m g, 0 < m -> g = f * m -> g = 0 -> f = 0.
Proof. intros f m g M E H. rewrite E in H. apply Rmult_integral in H. lra. Qed.
Lemma logs_above : forall f a b t, f = a - b -> 0 < a -> 0 < b -> t = ln a - ln b -> 0 < t -> 0 < f.
Proof. intros f a b t F A B T H. assert (b < a) by (apply ln_lt_inv; lra). lra. Qed.
Lemma logs_least : forall f a b t, f = a - b -> 0 < a -> 0 < b -> t = ln a - ln b -> 0 <= t -> 0 <= f.
Proof.
  intros f a b t F A B T H. destruct (Rle_lt_dec b a) as [|L]; [lra|]. apply ln_increasing in L; [lra | exact A].
Qed.
Lemma of_logs_above : forall f a b t, f = a - b -> 0 < a -> 0 < b -> t = ln a - ln b -> 0 < f -> 0 < t.
Proof. intros f a b t F A B T H. assert (ln b < ln a) by (apply ln_increasing; lra). lra. Qed.
Lemma of_logs_least : forall f a b t, f = a - b -> 0 < a -> 0 < b -> t = ln a - ln b -> 0 <= f -> 0 <= t.
Proof.
  intros f a b t F A B T H. destruct (Rle_lt_dec (ln b) (ln a)) as [|L]; [lra|]. apply ln_lt_inv in L; lra.
Qed.
Lemma inside_above : forall f p c t, ln p = c * f -> 0 < c -> 0 < p -> p - 1 = t -> 0 < t -> 0 < f.
Proof.
  intros f p c t F C P T H. assert (ln 1 < ln p) by (apply ln_increasing; lra). rewrite ln_1, F in *.
  apply (Rmult_lt_reg_l c); lra.
Qed.
Lemma inside_least : forall f p c t, ln p = c * f -> 0 < c -> 0 < p -> p - 1 = t -> 0 <= t -> 0 <= f.
Proof.
  intros f p c t F C P T [H|H]; [left; apply (inside_above f p c t); assumption | right].
  replace p with 1 in F by lra. rewrite ln_1 in F. symmetry in F. apply Rmult_integral in F. lra.
Qed.
Lemma of_inside_above : forall f p c t, ln p = c * f -> 0 < c -> 0 < p -> p - 1 = t -> 0 < f -> 0 < t.
Proof.
  intros f p c t F C P T H. assert (1 < p) by (apply ln_lt_inv; [lra | exact P | rewrite ln_1, F; apply Rmult_lt_0_compat; lra]). lra.
Qed.
Lemma of_inside_least : forall f p c t, ln p = c * f -> 0 < c -> 0 < p -> p - 1 = t -> 0 <= f -> 0 <= t.
Proof.
  intros f p c t F C P T [H|H]; [left; apply (of_inside_above f p c t); assumption |].
  assert (ln p = 0) by (rewrite F, <- H; ring). assert (p = 1) by (apply ln_inv; [exact P | lra | rewrite ln_1; assumption]). lra.
Qed.
Lemma equal_by_factor : forall a b f m, f = 0 -> a - b = f * m -> a = b.
Proof. intros a b f m F E. rewrite F in E. lra. Qed.
Lemma ln_below : forall x, 0 < x -> ln x <= x - 1.
Proof. intros x H. generalize (exp_ineq1_le (ln x)). rewrite (exp_ln x H). lra. Qed.
Lemma ln_times : forall x, 0 < x -> x - 1 <= x * ln x.
Proof.
  intros x H. generalize (ln_below (/ x) (Rinv_0_lt_compat x H)). rewrite (ln_Rinv x H). intro L.
  assert (x * (- ln x) <= x * (/ x - 1)) by (apply Rmult_le_compat_l; lra). replace (x * (/ x - 1)) with (1 - x) in * by (field; lra). lra.
Qed.
Ltac tangents := repeat match goal with
  | |- context [exp ?x] => lazymatch goal with _ : 1 + x <= exp x |- _ => fail | _ => pose proof (exp_ineq1_le x) end
  | |- context [ln ?x] => lazymatch goal with
      | _ : ln x <= x - 1 |- _ => fail
      | _ => let P := fresh in assert (P : 0 < x) by (first [lra | solve [signed]]); pose proof (ln_below x P); pose proof (ln_times x P)
      end
  end.
Ltac quickly := first [assumption | lra | signed].
Ltac chosen_one := chosen; try (exfalso; first [lra | nra]).
Ltac differs := first
  [ assumption | lra | solve [signed] | solve [apply Rgt_not_eq; by_roots] | solve [apply Rlt_not_eq; by_roots] ].
Ltac equal_fields := first [reflexivity | ring | (field; conditions) | lra | nra].
Ltac one_exponential := rewrite <- ?exp_plus, <- ?exp_Ropp; apply f_equal; equal_fields.
Ltac identity := first
  [ solve [equal_fields] | solve [chosen; first [equal_fields | one_exponential]]
  | solve [logarithms; fields] ].
Ltac settled bisected := first
  [ assumption | lra | solve [signed] | solve [tangents; first [lra | nra]] | solve [bisected] | solve [by_roots] | nra{law_bounds} ].
Ltac contrary_settled bisected := first
  [ apply Rlt_not_le; settled bisected | apply Rle_not_lt; settled bisected
  | apply Rlt_not_ge; settled bisected | apply Rle_not_gt; settled bisected ].
"""  # noqa: E501 (lines of Rocq)

DERIVED = """
Ltac met_exponentials := repeat match goal with |- ?l = ?r => match l with context [exp ?x] => match r with context [exp ?y] =>
  tryif constr_eq x y then fail else replace (exp x) with (exp y) by (apply f_equal; fields) end end end.
Ltac derived := auto_derive;
  [ repeat split; first [exact I | assumption | lra | solve [signed] | nra | interval]
  | first [fields | (met_exponentials; fields)] ].

Lemma rises : forall f df a b, a < b -> (forall x, a <= x <= b -> is_derive f x (df x)) -> (forall x, a < x < b -> 0 < df x) ->
  f a < f b.
Proof.
  intros f df a b L D P. destruct (MVT_cor2 f df a b L) as [c [E C]].
  - intros c C. apply is_derive_Reals. apply D, C.
  - specialize (P c C). assert (0 < df c * (b - a)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma climbs : forall f df a b, a < b -> (forall x, a <= x <= b -> is_derive f x (df x)) -> (forall x, a < x < b -> 0 <= df x) ->
  f a <= f b.
Proof.
  intros f df a b L D P. destruct (MVT_cor2 f df a b L) as [c [E C]].
  - intros c C. apply is_derive_Reals. apply D, C.
  - specialize (P c C). assert (0 <= df c * (b - a)) by (apply Rmult_le_pos; lra). lra.
Qed.
"""


HOOKS = """
Ltac law_sign := fail.
Ltac law_bounds := idtac.
Ltac by_law fields := fail.
"""


def _region(law: bool) -> str:
    """The tactics for regions; where the normal law is used they know its signs and bounds, which `BY_LAW` puts in."""
    sign, bounds = (" law_sign |", " | solve [law_bounds; first [lra | nra | signed]]") if law else ("", "")
    return (HOOKS if law else "") + REGION.replace("{law_sign}", sign).replace("{law_bounds}", bounds)


def prelude(text: str) -> str:
    """The libraries and the parts of the normal law that a text names."""
    inverse, integrals = "PhiInv" in text, "integrated" in text
    law = "leaf_" in text and (integrals or "Phi" in text)
    return (
        HEAD
        + EXACT
        + (PHI if inverse or integrals or "Phi" in text else "")
        + (LAW if integrals or law else "")
        + (PHI_INV if inverse else "")
        + (INVERSE if inverse and law else "")
        + (INTEGRALS if integrals else "")
        + (_region(law) if "broken" in text or "derived" in text else "")
        + (DERIVED if "derived" in text else "")
        + (BY_LAW if law else "")
        + (BY_INVERSE if inverse and law else "")
    )
