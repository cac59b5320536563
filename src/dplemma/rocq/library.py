r"""What an exported file begins with: Rocq's libraries, the normal law with the few lemmas about it, and a tactic for equalities.

Main definition: `prelude(text)`, with the parts that the text uses.

The normal law is an integral from 0, which coq-interval can enclose: Phi x = 1/2 + (int_0^x exp(-t^2/2) dt) / sqrt(2 pi). Its
inverse is the least upper bound of the places where Phi is at most p; it lies between a and b if Phi a <= p < Phi b.
"""

from __future__ import annotations

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

PHI = """
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

Lemma Gauss_between : forall x a b lo hi, a <= x -> x <= b -> lo <= Gauss a -> Gauss b <= hi -> lo <= Gauss x <= hi.
Proof.
  intros x a b lo hi Ha Hb Hlo Hhi. generalize (Gauss_rises a x Ha) (Gauss_rises x b Hb). lra.
Qed.
"""

PHI_INV = """
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
  | |- 0 < _ ^ _ => apply pow_lt; signed
  | |- 0 < _ * _ => first [lra | apply Rmult_lt_0_compat; signed | nra]
  | |- 0 < _ + _ => first [lra | apply Rplus_lt_0_compat; signed | apply Rplus_lt_le_0_compat; signed
                           | apply Rplus_le_lt_0_compat; signed | nra | interval]
  | |- 0 <= sqrt _ => apply sqrt_pos
  | |- 0 <= _ ^ 2 => apply pow2_ge_0
  | |- 0 <= exp _ => left; apply exp_pos
  | |- 0 <= / _ => left; apply Rinv_0_lt_compat; signed
  | |- 0 <= _ ^ _ => apply pow_le; signed
  | |- 0 <= _ * _ => first [lra | apply Rmult_le_pos; signed | nra]
  | |- 0 <= _ + _ => first [lra | apply Rplus_le_le_0_compat; signed | nra | interval]
  | |- _ => first [assumption | lra | nra | interval]
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

Ltac differs := first
  [ assumption | lra | solve [signed] | solve [apply Rgt_not_eq; by_roots] | solve [apply Rlt_not_eq; by_roots] ].
Ltac equal_fields := first [reflexivity | ring | (field; conditions) | lra | nra].
Ltac logarithms := repeat first
  [ rewrite ln_exp | rewrite ln_1 | rewrite exp_0 | rewrite ln_mult by (solve [signed]) | rewrite ln_Rinv by (solve [signed])
  | rewrite exp_ln by (solve [signed]) | rewrite sqrt_mult_alt by (solve [signed]) | rewrite pow2_sqrt by (solve [signed])
  | rewrite sqrt_pow2 by (solve [signed]) ].
Ltac one_exponential := rewrite <- ?exp_plus, <- ?exp_Ropp; apply f_equal; equal_fields.
Ltac identity := first
  [ solve [equal_fields] | solve [chosen; first [equal_fields | one_exponential]]
  | solve [unfold Rpower; logarithms; equal_fields] ].
Ltac settled bisected := first
  [ assumption | lra | solve [signed] | solve [bisected] | solve [by_roots] | nra ].
Ltac contrary_settled bisected := first
  [ apply Rlt_not_le; settled bisected | apply Rle_not_lt; settled bisected
  | apply Rlt_not_ge; settled bisected | apply Rle_not_gt; settled bisected ].
"""


def prelude(text: str) -> str:
    """The libraries and the parts of the normal law that a text names."""
    inverse = "PhiInv" in text
    return (
        HEAD
        + EXACT
        + (PHI if inverse or "Phi" in text else "")
        + (PHI_INV if inverse else "")
        + (REGION if "broken" in text else "")
    )
