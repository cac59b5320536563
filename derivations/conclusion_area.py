"""The area of the closing theorem: that of Lemma 3.

Main result: the area under the ROC curve of the Gaussian mechanism is Phi(psi/sqrt 2), stated once more in eq. 34.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

psi, t = variables("psi t")

conclusion_area = Derivation(
    id="conclusion-area",
    title="The area of the closing theorem is that of Lemma 3",
    proves="sensitivity_index/eq-34",
    uses=("auc",),
    on=Region(psi=POSITIVE),
    start=Integral(gaussian.roc(t, psi), (t, 0, 1)),
    steps=(Step("=", gaussian.auc(psi), ByLemma("auc"), "the area under the ROC curve"),),
)  # fmt: skip
