"""What `--help` of each command ends with: examples, which the tests run, and exit codes."""

from __future__ import annotations

VERIFY = """examples:
  dplemma verify                                   all claims
  dplemma verify 'sensitivity_index/*' --jobs 2    one paper
  dplemma verify 'sensitivity_index/lemma-*'       its lemmas
  dplemma verify sensitivity_index/lemma-1         one claim with its amendment
  dplemma verify --update-ledger                   accept what changed
  dplemma verify --certificates proofs             keep what can be replayed
  dplemma verify --no-cache                        decide all, also what is unchanged
  dplemma verify sensitivity_index/lemma-1 --effort    search five times as long for a proof

exit codes: 0 agrees with the ledger, 1 differs or a claim raised, 2 bad input, \
3 out of budget or time, or undecided under --strict"""
MUTATE = """examples:
  dplemma mutate sensitivity_index/lemma-2                        every kind of mutant of one claim
  dplemma mutate 'gdp_bridge/*' --kinds flip swap --jobs 2        two kinds, one paper
  dplemma mutate --record mutants.jsonl                           all; a run that ends goes on with the same file
  dplemma mutate --record mutants.jsonl --list --slack            what the file says, the claims with room included

exit codes: 0 no false mutant was accepted, 1 one was, 2 bad input"""
LIST = """examples:
  dplemma list 'sensitivity_index/*'
  dplemma list --verdict refuted
  dplemma list --changed-since 0.1.0
  dplemma list --quantities"""
SHOW = """examples:
  dplemma show sensitivity_index/lemma-1
  dplemma show gdp_bridge/theorem-4-2/upper --expand
  dplemma show sensitivity_index/lemma-1 --latex                 a formula to paste
  dplemma show sensitivity_index/lemma-1 --latex --standalone    a document of its own
  dplemma show sensitivity_index/lemma-1 --bibtex
  dplemma show gaussian.delta
  dplemma show gaussian.delta --latex"""
FIND = """examples:
  dplemma find tangent intercept
  dplemma find DP-SGD        other spellings and other words for the same thing count
  dplemma find 3.393
  dplemma find 1e-5          also finds 0.00001 and 10^-5
  dplemma find 2109.10528    the claims of a paper, by arXiv number or DOI

finding nothing is not an error: exit code 0 and an empty list of hits"""
FINDINGS = """examples:
  dplemma findings
  dplemma findings 'sensitivity_index/corollary-*'
  dplemma findings --markdown > findings.md"""
VALUE = """examples:
  dplemma value gaussian.delta eps=1 mu=1 --digits 50
  dplemma value gaussian.epsilon delta=1e-5 sigma=2 sensitivity=1
  dplemma value gaussian.log_delta eps=1000 mu=1e-6
  dplemma value gaussian.sigma eps=1 delta=1e-5 --round safe --json

every printed digit is certified; inputs are exact (0.1 is 1/10); at most 10000 digits"""
CONVERT = """examples:
  dplemma convert mu=1
  dplemma convert sigma=2 sensitivity=1 delta=1e-6 fpr=0.001,0.01
  dplemma convert noise_multiplier=0.8 --json
  dplemma convert eps=1 delta=1e-5       the Gaussian mechanism for which this pair is tight
  dplemma convert eps0=1                 the Laplace mechanism; or scale=2 sensitivity=1
  dplemma convert mechanism=randomised_response eps0=1 k=10
  dplemma convert mechanism=pure eps=1   every 1-DP mechanism at its worst
  dplemma convert rho=1/2                zCDP; with mechanism=gaussian it is mu = 1
  dplemma convert tpr=0.1 fpr=0.01       the Gaussian mechanism that lets the best test reach this; auc=0.75, tv=0.1 likewise
  dplemma convert mu=1+2+2 group=3       three Gaussian mechanisms composed, for groups of three
  dplemma convert sigma=2 --adjacency replace-one"""
NOTIONS = """examples:
  dplemma notions mechanism.csv                     a table P,Q: 1/2,1/4 and 1/2,3/4, say
  dplemma notions mechanism.csv --eps 0,0.5 --order 2
  dplemma notions mechanism.csv --digits 30 --json

the chances are exact (1/3 is a third) and add up to 1 on both databases; a column of names may stand before them; every \
number is certified; 'at most' is what a stronger notion allows, rounded up"""
GDP = """examples:
  dplemma gdp laplace.delta eps0=1
  dplemma gdp subsampled.gaussian_delta sigma=1 q=0.01 --until 4 --digits 3 --plot gdp.png
  dplemma gdp pure.composed_delta k=10 eps0=0.1 --json
  dplemma gdp mine.py:profile --until 5         your own function of eps, of doubles or of balls
  dplemma gdp points.csv --refine               every mechanism with these (eps, delta) guarantees

the profile must not increase; a function or table is your word for it. A mechanism is mu-GDP exactly if mu is at least the \
supremum over all eps of gaussian.mu(eps, delta(eps)): of the head it is enclosed, of the whole where the tail is known
exit codes: 0 measured, 2 bad input, 3 the steps ran out before the digits were reached"""
TABLE = """examples:
  dplemma table gaussian.delta eps=0:8:9 mu=0.5,1,2
  dplemma table gaussian.epsilon delta=1e-12:1e-2:11:log mu=1 --out epsilon.csv
  dplemma table glrt.roc fpr=0.001,0.01,0.1 d=1,10,100 mu=1 --out roc.json
  dplemma table gaussian.delta eps=0.1:8:20 sigma=1,3 --at-doubles      what a test in doubles compares with
  dplemma table gaussian.delta eps=0.1:8:20 mu=1 --out gaussian_delta.h  a header for C; .rs for Rust
  dplemma table gaussian.delta eps=0:8:81 mu=0.1:5:8 --out delta.npz --jobs 2

columns: the inputs, value, float (nearest), lower, upper and safe as doubles, status, note
an input is written as exactly the decimal at which the value is certified. A linear grid has its exact ends and, between \
them, the exact points if 17 digits write them all, else decimals within a millionth of the step; a log grid has its exact \
ends and six significant digits between; whole-number parameters get distinct whole numbers. A typed 1/3 is refused in CSV; \
JSON rounds it to 17 digits and has the fraction under "exact"
--at-doubles: inputs rounded to doubles first and the value certified there; all doubles in decimal and hexadecimal. \
C and Rust tables are always at doubles; a row without a value is left out, and a comment says so"""
CHECK = """examples:
  dplemma check mine.py
  dplemma check mine.py --plot                     a picture of the slack of each inequality
  dplemma check mine.py --plot slack.svg --json
  dplemma check mine.py --sharpen --limit 60       best constants; a refuted claim is mended; at most a minute a claim

the README shows a file of ten lines; it is your code and is run as such
exit codes: 0 all claims hold, 1 one is refuted, 2 bad input, 3 one is undecided or out of budget"""
REPLAY = """examples:
  dplemma replay proofs/sensitivity_index__lemma-1.json
  dplemma replay proofs/*.json --json
  dplemma replay mine__auc-bound.json --claims mine.py
  dplemma replay proofs/sensitivity_index__lemma-1.json --rocq lemma_1.v    then: coqc lemma_1.v
  dplemma replay proofs/sensitivity_index__lemma-1.json --checker small     a checker for it alone: python small FILE

every box is evaluated again and must have the sign, the boxes must tile the region, the claim must be the one of its \
id; nothing of the search that found the proof is used
exit codes: 0 all agree, 1 one is rejected, 2 bad input, 3 one was not checked in time"""
DERIVE = """examples:
  dplemma derive --list
  dplemma derive auc
  dplemma derive sensitivity_index/lemma-3 --conditions
  dplemma derive auc --ascii                            plain letters
  dplemma derive auc --latex --standalone > auc.tex     then: pdflatex auc.tex
  dplemma derive auc --slides > slides.tex              Beamer, one step a slide
  dplemma derive auc --html > auc.html                  for a browser, nothing is fetched

each step is decided on its region, side conditions included; nothing is taken from the ledger
exit codes: 0 all steps hold, 1 one fails, 2 bad input, 3 one is undecided"""
FIGURE = """examples:
  dplemma figure --list
  dplemma figure glrt/figure-1                       PNG, SVG and CSV into this folder
  dplemma figure gdp_bridge/figure-3 --out table-1.svg
  dplemma figure 'chernoff/*' --out .
  dplemma figure glrt/figure-1 --json                its numbers, and the verdicts of its claims

curves are enclosed by two doubles at each point, draws are seeded and have their band; a printed number is drawn by the \
verdict of its claim: a dot where it holds, a red cross where it is refuted
exit codes: 0 fine, 2 bad input, 3 out of budget or time"""
CANCEL = """examples:
  dplemma cancel gaussian.delta eps=10 mu=0.5            every coded form at a point, and the guilty operation
  dplemma cancel gaussian.delta --plot profile.png       the ordinary range, with a heat map
  dplemma cancel mine.py:my_delta --as gaussian.delta    your own function
  dplemma cancel mine.py:f x=1e-9                        any formula at a point: what it loses and where
  dplemma cancel --detector                              how good the prediction is, over all coded forms

exit codes: 0 fine, 1 your function loses more than 8 bits or is not the quantity, 2 bad input, 3 out of budget"""
AUDIT = """examples:
  dplemma audit mylib.accounting:delta --as gaussian.delta
  dplemma audit mylib:delta --as gaussian.delta --arg sigma=1/mu --range eps=0.1:10
  dplemma audit mylib:epsilon --as gaussian.epsilon --promise upper --report bug.md
  dplemma audit mylib:curve --as laplace.roc --plot error.png
  dplemma audit mylib:tv --as gaussian.tv --rtol 1e-6 --atol 1e-12

arguments are passed by name where the signature has the names (aliases count), the rest in order; a function of \
sigma or noise_multiplier gets 1/mu
exit codes: 0 passes, 1 fails, 2 bad input, 3 no point has a certified value"""
DPSGD = """examples:
  dplemma dpsgd --noise-multiplier 1 --sample-rate 0.01 --steps 1000 --delta 1e-5
  dplemma dpsgd --noise-multiplier 1.1 --dataset-size 60000 --batch-size 256 --epochs 60 --delta 1e-5
  dplemma dpsgd --noise-multiplier 1 --sample-rate 0.01 --steps 1000 --eps 2 --json
  dplemma dpsgd --sample-rate 0.01 --steps 1000 --target-eps 2 --delta 1e-5      the least noise, safe side
  dplemma dpsgd --sample-rate 0.01 --steps 1000 --target-tpr 0.05 --fpr 0.01 --delta 1e-5
  dplemma dpsgd --noise-multiplier 1 --sample-rate 0.01 --steps 1000 --delta 1e-5 --table run.csv

both ends are proved: the run is (upper, delta)-DP, and not for any eps below the lower end
exit codes: 0 fine, 2 bad input, 3 out of budget or time"""
ACCOUNT = """examples:
  dplemma account run.toml
  dplemma account run.toml --width 1e-9 --json
  dplemma account runs/*.toml --jobs 2       a sweep: several files, spread over processes (or --cluster ADDRESS)

a file has delta = "1e-5" (or eps) at the top, and for each kind of step a table such as
  [[mechanism]]
  kind = "subsampled_gaussian"
  sigma = "1.1"
  q = "256/60000"
  count = 14063
kinds: gaussian (mu), laplace (eps0), randomized_response (eps0 or exp_eps0), subsampled_gaussian (sigma, q), \
subsampled_laplace (eps0, q), approx (eps, delta), discrete_gaussian (sigma), discrete_laplace (scale), \
points (file: a CSV with eps, delta); count says how often; numbers are read exactly
exit codes: 0 fine, 2 bad input, 3 out of budget or time"""
ORACLE = """examples:
  dplemma oracle < requests.jsonl > answers.jsonl
  dplemma oracle --floats --jobs 2 < requests.jsonl
  dplemma oracle --unordered --jobs 4 < requests.jsonl    no request waits for another; answers by id

a request is a line such as
  {"quantity": "gaussian.delta", "inputs": {"eps": 1, "mu": "0.1"}, "digits": 30, "id": 7}
and its answer the object of `value --json` on a line, with the id, or {"id": 7, "error": ..., "code": 2}; "digits" and "id" \
may be left out; a JSON number is a double, a text is exact ("0.1" is 1/10) or a hexadecimal double ("0x1.8p-3")
exit codes: 0 at the end of the input, whatever the lines were"""
PEERS = """examples:
  dplemma peers --list                       the libraries, and what each of their calls promises
  dplemma peers                              all that are installed, ordinary range (a few minutes)
  dplemma peers opacus autodp --range hard
  dplemma peers plain_scipy --json

`make peers` installs the libraries, each in an environment of its own; each is run in processes of its own
exit codes: 0 every call keeps its promise, 1 one does not, 2 bad input, 3 nothing could be audited"""
ATLAS = """examples:
  dplemma atlas --out site                              the whole site, to be opened from the folder
  dplemma atlas --serve                                 the same, served to this machine: its pages compute values
  dplemma atlas --serve --out site --port 8000
  dplemma atlas 'sensitivity_index/*' --out part --no-pictures
  dplemma verify --certificates proofs                  and then
  dplemma atlas --out site --certificates proofs        with certificates to download

needs pip install 'dplemma[atlas]'; `make katex` and `make pyodide` fetch what sets formulas and computes in the page; without \
them formulas are text and the pages show tables. Pictures are kept in the cache: the first site takes a minute, the next seconds
exit codes: 0 written, 2 bad input"""
COMPLETION = """examples:
  dplemma completion bash > dplemma.bash       then, in ~/.bashrc: source dplemma.bash
  dplemma completion zsh > _dplemma            into a folder of $fpath
  dplemma completion fish > dplemma.fish       into ~/.config/fish/completions

the script holds the names of the quantities and claims of this version: completing a word starts nothing, and an \
update wants a new script (or, slower to start, in ~/.bashrc: eval "$(dplemma completion bash)")"""
