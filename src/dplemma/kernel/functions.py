"""Functional equations on forms: what exp, log, powers and the functions of the normal and chi-square laws become.

Main definitions: `Functions`, a table with a region that applies functions to forms.

Side conditions are decided by `signs`; where one is open the function stays as an atom. What holds wherever its parts exist is
used freely, so the logarithm of a product of two forms whose product alone is known to be positive is not split.
"""

from __future__ import annotations

from math import comb, factorial

from flint import fmpq, fmpz

from dplemma.kernel.atoms import Budget, Form, Poly, Unknown, monomial
from dplemma.kernel.bounds import MINUS, NOT_MINUS, NOT_PLUS, NULL, PLUS, Bounds, Signs

_FACTORED_BITS, _LONGEST_NUMBER, _LARGEST_NUMBER, _LARGEST_DEGREES, _HALF = 100, 4000, 400, 20, fmpq(1, 2)


class Functions(Bounds):
    """Functions of forms."""

    # -- exponentials, powers and logarithms

    def exp_of(self, exponent: Form) -> Form:
        """exp(sum c_i m_i/d) = prod exp(m_i/d)^c_i, one atom a monomial; exp(c log x) = x^c."""
        result = self.form_of(1)
        for exponents, coefficient in exponent.num.to_dict().items():
            part = Form(self, monomial(exponents), exponent.den)
            atom = part.atom
            if atom is not None and atom.kind == "log":
                result = result * self.power_of(atom.arguments[0], coefficient)
            else:
                result = result * self.scaled("exp", part, coefficient)
        return result

    def power_of(self, base: Form, exponent: fmpq) -> Form:
        """base^(p/q), which needs base >= 0: by factors of decided sign, a square f^2 being |f|^2; the rest stays in one root.

        (a b)^c = a^c b^c for a > 0, or for a, b >= 0: a factor that may vanish is taken out only if none of unknown sign is left.
        """
        if exponent.q == 1:
            return base ** int(exponent.p)
        if base.is_zero:
            if exponent > 0:
                return base
            raise Unknown("a power of 0 that is not positive")
        content, factors = self.split(base)
        decided = [(factor, count, self.factor_signs(factor)) for factor, count in factors]
        loose = any(count % 2 and not (signs <= NOT_MINUS or signs <= NOT_PLUS) for _, count, signs in decided)
        result, lump = self._number_power(abs(content), exponent), self.form_of(-1 if content < 0 else 1)
        for factor, count, signs in decided:
            side = self._side(signs, strictly=loose)
            if side:
                result = result * self._root(factor * side, exponent * count)
                lump = lump * side ** abs(count)
            elif count % 2 == 0 and not loose:
                result = result * self._root(factor * factor, exponent * (count // 2))
            elif count < 0:
                result = result * self._root(factor * factor, exponent * ((count - count % 2) // 2))
                lump = lump * Form(self, factor) ** (count % 2)
            else:
                lump = lump * Form(self, factor) ** count
        if lump.number is None:
            return result * self._root(lump.num, exponent)
        if lump.number <= 0:
            raise Unknown("a root of a number that is not positive")
        return result * self._number_power(lump.number, exponent)

    @staticmethod
    def _side(signs: Signs, strictly: bool) -> int:
        """1 or -1 if a factor of these signs is positive or negative, or may be taken so; 0 if open."""
        if signs <= PLUS or (signs <= NOT_MINUS and not strictly):
            return 1
        return -1 if signs <= MINUS or (signs <= NOT_PLUS and not strictly) else 0

    def _root(self, base: Poly, exponent: fmpq) -> Form:
        """base^exponent for a polynomial that is >= 0; roots of roots and of exponentials are taken through."""
        form = Form(self, base)
        atom = form.atom
        if exponent.q == 1:
            return form ** int(exponent.p)
        if atom is not None and atom.kind == "exp":
            return self.exp_of(atom.arguments[0] * (exponent / atom.scale))
        if atom is not None and atom.kind == "root":
            return self.power_of(atom.arguments[0], exponent / atom.scale)
        return self.scaled("root", form, exponent)

    def _number_power(self, number: fmpq, exponent: fmpq) -> Form:
        result = self.form_of(1)
        for prime, count in _primes(number):
            whole = (exponent * count).floor()
            if abs(whole) * prime.bit_length() > _LONGEST_NUMBER:
                raise Budget("a number too long")
            result = result * self.form_of(prime) ** int(whole)
            rest = exponent * count - whole
            result = result * self.scaled("root", self.form_of(prime), rest) if rest else result
        return result

    def general_power(self, base: Form, exponent: Form) -> Form:
        """x^a = exp(a log x) for x > 0."""
        if exponent.number is not None:
            return self.power_of(base, exponent.number)
        if self.signs(base) != PLUS:
            return self.form(self.get("Pow", base, exponent))
        return self.exp_of(exponent * self.log_of(base))

    def log_of(self, form: Form) -> Form:
        """log of a product: of the factors of decided sign, which are not 0 since the logarithm exists, and of the rest."""
        content, factors = self.split(form)
        total, lump = self.log_of_number(abs(content)), self.form_of(-1 if content < 0 else 1)
        for factor, count in factors:
            side = self._side(self.factor_signs(factor), strictly=False)
            if side:
                total = total + self._log_factor(factor * side) * count
                lump = lump * side ** abs(count)
            else:
                lump = lump * Form(self, factor) ** count
        return total + (self.form(self.get("log", lump)) if lump.number is None else self.log_of_number(lump.number))

    def _log_factor(self, poly: Poly) -> Form:
        form = Form(self, poly)
        atom = form.atom
        if atom is not None and atom.kind == "exp":
            return atom.arguments[0] / atom.scale
        if atom is not None and atom.kind == "root":
            return self.log_of(atom.arguments[0]) / atom.scale
        return self.form(self.get("log", form))

    def log_of_number(self, number: fmpq) -> Form:
        if number <= 0:
            raise Unknown("a logarithm of a number that is not positive")
        total = self.form_of(0)
        for prime, count in _primes(number):
            total = total + self.form(self.get("log", self.form_of(prime))) * count
        return total

    def sqrt_of(self, form: Form) -> Form:
        return self.power_of(form, _HALF) if not form.is_zero else form

    @property
    def pi(self) -> Form:
        return self.form(self.get("pi"))

    # -- the normal law and Laplace's

    def _inverted(self, kind: str, form: Form, *parameters: Form) -> Form | None:
        """The argument of a form that is one atom of this kind, with these parameters: what an inverse function cancels."""
        atom = form.atom
        if atom is None or atom.kind != kind:
            return None
        return atom.arguments[0] if all(a.same(b) for a, b in zip(atom.arguments[1:], parameters, strict=True)) else None

    def _mirrored(self, kind: str, form: Form, turned: Form, total: int) -> Form:
        """f(x), or total - f(turned) if that atom is already there."""
        known = self.find(kind, turned)
        return total - self.form(known) if known else self.form(self.get(kind, form))

    def cdf(self, form: Form) -> Form:
        """Phi: cancels PhiInv; Phi(-x) = 1 - Phi(x)."""
        if form.is_zero:
            return self.form_of(_HALF)
        if (p := self._inverted("PhiInv", form)) or (p := self._inverted("PhiInv", -form)):
            return p if form.atom else 1 - p
        if not form.free and self.signs(form) == PLUS:  # the small tail has the digits
            return 1 - self.form(self.get("Phi", -form))
        return self._mirrored("Phi", form, -form, 1)

    def quantile(self, form: Form) -> Form:
        """PhiInv: cancels Phi; PhiInv(1 - p) = -PhiInv(p)."""
        if form.number == _HALF:
            return self.form_of(0)
        if (x := self._inverted("Phi", form)) or (x := self._inverted("Phi", 1 - form)):
            return x if form.atom else -x
        return self._mirrored("PhiInv", form, 1 - form, 0)

    def density(self, form: Form) -> Form:
        return self.exp_of(form * form * -_HALF) / self.sqrt_of(self.pi * 2)

    def laplace(self, form: Form) -> Form:
        signs = self.signs(form)
        if signs <= NOT_MINUS:
            return 1 - self.exp_of(-form) / 2
        return self.exp_of(form) / 2 if signs <= NOT_PLUS else self._mirrored("LaplaceCDF", form, -form, 1)

    def mills_moment(self, order: Form, form: Form) -> Form:
        """I_0 = Q/phi, I_1 = 1 - x I_0, I_(n+1) = n I_(n-1) - x I_n."""
        if order.number is None or order.number.q != 1 or not 0 <= order.number <= _LARGEST_DEGREES:
            raise Unknown("an order that is no small whole number")
        before, here = self.form_of(1), (1 - self.cdf(form)) / self.density(form)
        for n in range(int(order.number.p)):
            before, here = here, before * max(n, 1) - form * here
        return here

    # -- signs and steps

    def absolute(self, form: Form) -> Form:
        """|x|, or the square root of x^2 where the sign is open."""
        signs = self.signs(form) if not form.is_zero else NULL
        return form if signs <= NOT_MINUS else -form if signs <= NOT_PLUS else self.power_of(form * form, _HALF)

    def larger(self, *forms: Form) -> Form:
        """max(a, b) = (a + b + |a - b|)/2, in an order that does not depend on how it was written."""
        first, *rest = sorted(forms, key=Form.text)
        for form in rest:
            first = (first + form + self.absolute(first - form)) / 2
        return first

    def step(self, form: Form, at_zero: Form, below: int = 0) -> Form:
        """Heaviside's function; the sign of x is the step from -1 to 1."""
        signs = self.signs(form) if not form.is_zero else NULL
        if len(signs) == 1:
            return at_zero if signs == NULL else self.form_of(1 if signs == PLUS else below)
        return self.form(self.get("Heaviside", form, at_zero)) if below == 0 else self._mirrored("sign", form, -form, 0)

    # -- gamma and its kin

    def gamma(self, form: Form) -> Form:
        """At whole and half numbers: gamma(n + 1) = n!, gamma(n + 1/2) = (2n)! sqrt(pi)/(4^n n!)."""
        number = form.number
        if number is None or number.q > 2 or not 0 < number < _LARGEST_NUMBER:
            return self.form(self.get("gamma", form))
        n = int(number.floor())
        return (
            self.form_of(factorial(n - 1))
            if number.q == 1
            else self.sqrt_of(self.pi) * fmpq(factorial(2 * n), 4**n * factorial(n))
        )

    def counted(self, kind: str, *forms: Form) -> Form:
        """Factorials and binomial coefficients of numbers."""
        numbers = [int(f.number.p) for f in forms if f.number is not None and f.number.q == 1 and 0 <= f.number < _LARGEST_NUMBER]
        if len(numbers) < len(forms):
            return self.form(self.get(kind, *forms))
        return self.form_of(factorial(*numbers) if kind == "factorial" else comb(*numbers))

    # -- the chi-square laws; the central ones are those with lam = 0

    def chi_density(self, x: Form, degrees: Form, lam: Form) -> Form:
        """x^(k/2 - 1) e^(-x/2) / (2^(k/2) gamma(k/2)) for lam = 0.

        With s^2 = x, m^2 = lam: (phi(s - m) + phi(s + m))/(2 s) for one degree, (phi(s - m) - phi(s + m))/(2 m) for three, m > 0.
        """
        half = (degrees / 2).number
        if lam.is_zero and half is not None:
            power = self.power_of(x, half - 1) * self.exp_of(x * -_HALF)
            return power / (self._number_power(fmpq(2), half) * self.gamma(self.form_of(half)))
        if degrees.number in (1, 3) and (degrees.number == 1 or self.signs(lam) == PLUS):
            s, m = self.sqrt_of(x), self.sqrt_of(lam)
            low, high = self.density(s - m), self.density(s + m)
            return (low + high) / (s * 2) if degrees.number == 1 else (low - high) / (m * 2)
        return self.form(self.get("NCChi2PDF", x, degrees, lam))

    def chi_cdf(self, x: Form, degrees: Form, lam: Form) -> Form:
        """Phi(s - m) + Phi(s + m) - 1 for one degree, 1 - e^(-x/2) for two and m = 0; F_(k+2) = F_k - 2 f_(k+2)."""
        if p := self._inverted("NCChi2Inv", x, degrees, lam):
            return p
        most = _LARGEST_DEGREES if lam.is_zero else 3 if self.signs(lam) == PLUS else 1
        number = int(degrees.number.p) if degrees.number is not None and degrees.number.q == 1 else 0
        if not 0 < number <= most or (number == 2 and not lam.is_zero):
            return self.form(self.get("NCChi2CDF", x, degrees, lam))
        s, m = self.sqrt_of(x), self.sqrt_of(lam)
        total = self.cdf(s - m) + self.cdf(s + m) - 1 if number % 2 else 1 - self.exp_of(x * -_HALF)
        for k in range(3 if number % 2 else 4, number + 1, 2):
            total = total - self.chi_density(x, self.form_of(k), lam) * 2
        return total

    def chi_quantile(self, p: Form, degrees: Form, lam: Form) -> Form:
        """Cancels the distribution function; PhiInv((1 + p)/2)^2 for one degree and lam = 0."""
        if x := self._inverted("NCChi2CDF", p, degrees, lam):
            return x
        if lam.is_zero and degrees.number == 1:
            return self.quantile((1 + p) / 2) ** 2
        return self.form(self.get("NCChi2Inv", p, degrees, lam))


def _primes(number: fmpq) -> list[tuple[int, int]]:
    """Prime powers of a positive number; long parts stay whole."""
    found = []
    for part, sign in ((number.p, 1), (number.q, -1)):
        if int(part).bit_length() > _FACTORED_BITS:
            found.append((int(part), sign))
        elif part != 1:
            found += [(int(p), sign * int(k)) for p, k in fmpz(part).factor()]
    return found
