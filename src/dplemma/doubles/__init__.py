"""Where binary64 loses its digits: coded forms run over carriers, bits of error, the guilty operation, the cure."""
