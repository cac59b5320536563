"""Functional equations on forms: what exp, log, powers and the functions of the normal and chi-square laws become.

Main definitions: `Functions`, a table with a region that applies functions to forms.

Side conditions are decided by `signs`; where one is open the function stays as an atom. What holds wherever its parts exist is used
freely, so the logarithm of a product of two forms whose product alone is known to be positive is not split.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb, factorial

from flint import fmpq, fmpz

from dplemma.kernel.atoms import Atom, Budget, Form, Poly, Unknown, monomial, used
from dplemma.kernel.bounds import MINUS, NOT_MINUS, NOT_NULL, NOT_PLUS, NULL, PLUS, Bounds, signs_of

_FACTORED_BITS, _LARGEST_NUMBER, _LARGEST_DEGREES, _HALF = 100, 400, 20, fmpq(1, 2)


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
            raise Unknown("a power of 0")
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
        if lump.number is not None and lump.number < 0:
            raise Unknown("a root of a negative number")
        return result if lump.number is not None else result * self._root(lump.num, exponent)

    @staticmethod
    def _side(signs: frozenset[int], strictly: bool) -> int:
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
            if abs(whole) * prime.bit_length() > 4000:
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
        if lump.number is not None and lump.number < 0:
            raise Unknown("a logarithm of a negative number")
        return total if lump.number is not None else total + self.form(self.get("log", lump))

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

    # -- the normal law

    def _mirrored(self, kind: str, form: Form, total: int) -> Form:
        """f(x) for f(-x) = total - f(x) with the orientation that is already in the table."""
        turned = self.find(kind, -form)
        return total - self.form(turned) if turned else self.form(self.get(kind, form))

    def cdf(self, form: Form) -> Form:
        """Phi."""
        if form.is_zero:
            return self.form_of(_HALF)
        for sign in (1, -1):
            atom = (form * sign).atom
            if atom is not None and atom.kind == "PhiInv":
                return atom.arguments[0] if sign > 0 else 1 - atom.arguments[0]
        return self._mirrored("Phi", form, 1)

    def tail(self, form: Form) -> Form:
        return 1 - self.cdf(form)

    def density(self, form: Form) -> Form:
        return self.exp_of(form * form * -_HALF) / self.sqrt_of(self.pi * 2)

    def quantile(self, form: Form) -> Form:
        """PhiInv: cancels Phi; PhiInv(1 - p) = -PhiInv(p)."""
        if form.same(self.form_of(_HALF)):
            return self.form_of(0)
        for p, sign in ((form, 1), (1 - form, -1)):
            atom = p.atom
            if atom is not None and atom.kind == "Phi":
                return atom.arguments[0] * sign
        turned = self.find("PhiInv", 1 - form)
        return -self.form(turned) if turned else self.form(self.get("PhiInv", form))

    def mills(self, form: Form) -> Form:
        return self.tail(form) / self.density(form)

    def mills_moment(self, order: Form, form: Form) -> Form:
        """I_1 = 1 - x I_0, I_(n+1) = n I_(n-1) - x I_n."""
        before, here = self.form_of(1), self.mills(form)
        for n in range(_whole(order)):
            before, here = here, before * max(n, 1) - form * here
        return here

    def mills_drop(self, order: Form, form: Form, step: Form) -> Form:
        return self.mills_moment(order, form) - self.mills_moment(order, form + step)

    def marcum(self, a: Form, b: Form) -> Form:
        return self.tail(b - a) + self.tail(b + a)

    def erf(self, form: Form) -> Form:
        return self.cdf(form * self.sqrt_of(self.form_of(2))) * 2 - 1

    def erfinv(self, form: Form) -> Form:
        return self.quantile((form + 1) / 2) / self.sqrt_of(self.form_of(2))

    # -- hyperbolic functions, signs and steps

    def sinh(self, form: Form) -> Form:
        return (self.exp_of(form) - self.exp_of(-form)) / 2

    def cosh(self, form: Form) -> Form:
        return (self.exp_of(form) + self.exp_of(-form)) / 2

    def tanh(self, form: Form) -> Form:
        return self.sinh(form) / self.cosh(form)

    def absolute(self, form: Form) -> Form:
        """|x|, or the square root of x^2 where the sign is open."""
        if form.is_zero:
            return form
        signs = self.signs(form)
        return form if signs <= NOT_MINUS else -form if signs <= NOT_PLUS else self.power_of(form * form, _HALF)

    def larger(self, *forms: Form) -> Form:
        """max(a, b) = (a + b + |a - b|)/2, in an order that does not depend on how it was written."""
        first, *rest = sorted(forms, key=Form.text)
        for form in rest:
            first = (first + form + self.absolute(first - form)) / 2
        return first

    def smaller(self, *forms: Form) -> Form:
        return -self.larger(*(-form for form in forms))

    def sign_of(self, form: Form) -> Form:
        signs = self.signs(form)
        if len(signs) == 1:
            return self.form_of(next(iter(signs)))
        turned = self.find("sign", -form)
        return -self.form(turned) if turned else self.form(self.get("sign", form))

    def step(self, form: Form, at_zero: Form) -> Form:
        signs = self.signs(form)
        if len(signs) == 1:
            return at_zero if signs == NULL else self.form_of(int(signs == PLUS))
        return self.form(self.get("Heaviside", form, at_zero))

    def laplace(self, form: Form) -> Form:
        signs = self.signs(form)
        if signs <= NOT_MINUS:
            return 1 - self.exp_of(-form) / 2
        return self.exp_of(form) / 2 if signs <= NOT_PLUS else self._mirrored("LaplaceCDF", form, 1)

    # -- gamma and its kin

    def gamma(self, form: Form) -> Form:
        """At whole and half numbers: gamma(n + 1) = n!, gamma(n + 1/2) = (2n)! sqrt(pi)/(4^n n!)."""
        number = form.number
        if number is None or number.q > 2 or not 0 < number < _LARGEST_NUMBER:
            return self.form(self.get("gamma", form))
        n = int(number.floor())
        if number.q == 1:
            return self.form_of(factorial(n - 1))
        return self.sqrt_of(self.pi) * fmpq(factorial(2 * n), 4**n * factorial(n))

    def factorial(self, form: Form) -> Form:
        number = form.number
        if number is None or number.q != 1 or not 0 <= number < _LARGEST_NUMBER:
            return self.form(self.get("factorial", form))
        return self.form_of(factorial(int(number.p)))

    def binomial(self, top: Form, bottom: Form) -> Form:
        numbers = top.number, bottom.number
        if any(n is None or n.q != 1 or not 0 <= n < _LARGEST_NUMBER for n in numbers):
            return self.form(self.get("binomial", top, bottom))
        return self.form_of(comb(*(int(n.p) for n in numbers if n is not None)))

    # -- the chi-square laws

    def chi_density(self, x: Form, degrees: Form) -> Form:
        """x^(k/2 - 1) e^(-x/2) / (2^(k/2) gamma(k/2)), at x > 0."""
        half = degrees / 2
        if half.number is None:
            return self.form(self.get("Chi2PDF", x, degrees))
        power = self.power_of(x, half.number - 1) * self.exp_of(x * -_HALF)
        return power / (self._number_power(fmpq(2), half.number) * self.gamma(half))

    def chi_cdf(self, x: Form, degrees: Form) -> Form:
        """2 Phi(sqrt x) - 1 for one degree, 1 - e^(-x/2) for two; F_(k+2) = F_k - 2 f_(k+2), in a form that exists at 0."""
        number = degrees.number
        if x.atom is not None and x.atom.kind == "Chi2Inv" and x.atom.arguments[1].same(degrees):
            return x.atom.arguments[0]
        if number is None or number.q != 1 or not 0 < number <= _LARGEST_DEGREES:
            return self.form(self.get("Chi2CDF", x, degrees))
        count = int(number.p)
        total = self.cdf(self.sqrt_of(x)) * 2 - 1 if count % 2 else 1 - self.exp_of(x * -_HALF)
        for k in range(3 if count % 2 else 4, count + 1, 2):
            total = total - self.chi_density(x, self.form_of(k)) * 2
        return total

    def chi_quantile(self, p: Form, degrees: Form) -> Form:
        """PhiInv((1 + p)/2)^2 for one degree, -2 log(1 - p) for two."""
        if p.atom is not None and p.atom.kind == "Chi2CDF" and p.atom.arguments[1].same(degrees):
            return p.atom.arguments[0]
        if degrees.number == 1:
            return self.quantile((1 + p) / 2) ** 2
        return self.log_of(1 - p) * -2 if degrees.number == 2 else self.form(self.get("Chi2Inv", p, degrees))

    def _shifts(self, x: Form, lam: Form) -> tuple[Form, Form]:
        return self.sqrt_of(x) - self.sqrt_of(lam), self.sqrt_of(x) + self.sqrt_of(lam)

    def noncentral_density(self, x: Form, degrees: Form, lam: Form) -> Form:
        """(phi(s - m) + phi(s + m))/(2 s) for one degree, (phi(s - m) - phi(s + m))/(2 m) for three; s^2 = x, m^2 = lam > 0."""
        if lam.is_zero:
            return self.chi_density(x, degrees)
        low, high = (self.density(shift) for shift in self._shifts(x, lam))
        if degrees.number == 1:
            return (low + high) / (self.sqrt_of(x) * 2)
        if degrees.number == 3 and self.signs(lam) == PLUS:
            return (low - high) / (self.sqrt_of(lam) * 2)
        return self.form(self.get("NCChi2PDF", x, degrees, lam))

    def noncentral_cdf(self, x: Form, degrees: Form, lam: Form) -> Form:
        """Phi(s - m) + Phi(s + m) - 1 for one degree, less 2 f_3 for three."""
        if lam.is_zero:
            return self.chi_cdf(x, degrees)
        atom = x.atom
        if atom is not None and atom.kind == "NCChi2Inv" and atom.arguments[1].same(degrees) and atom.arguments[2].same(lam):
            return atom.arguments[0]
        if degrees.number == 1 or (degrees.number == 3 and self.signs(lam) == PLUS):
            low, high = (self.cdf(shift) for shift in self._shifts(x, lam))
            return low + high - 1 - (self.noncentral_density(x, degrees, lam) * 2 if degrees.number == 3 else 0)
        return self.form(self.get("NCChi2CDF", x, degrees, lam))

    def noncentral_quantile(self, p: Form, degrees: Form, lam: Form) -> Form:
        if lam.is_zero:
            return self.chi_quantile(p, degrees)
        atom = p.atom
        if atom is not None and atom.kind == "NCChi2CDF" and atom.arguments[1].same(degrees) and atom.arguments[2].same(lam):
            return atom.arguments[0]
        return self.form(self.get("NCChi2Inv", p, degrees, lam))


def _whole(form: Form) -> int:
    number = form.number
    if number is None or number.q != 1 or not 0 <= number <= 30:
        raise Unknown("an order that is no small whole number")
    return int(number.p)


def _primes(number: fmpq) -> list[tuple[int, int]]:
    """Prime powers of a positive number; long parts stay whole."""
    found = []
    for part, sign in ((number.p, 1), (number.q, -1)):
        if int(part).bit_length() > _FACTORED_BITS:
            found.append((int(part), sign))
        elif part != 1:
            found += [(int(p), sign * int(k)) for p, k in fmpz(part).factor()]
    return found
