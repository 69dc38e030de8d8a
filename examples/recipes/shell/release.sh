#!/usr/bin/env bash
# Asks before it releases. Killed and started again for the same version, it finds its ask again.
set -euo pipefail
version=${1:?usage: release.sh VERSION}

code=0
answer=$(askline ask "When shall $version go out?" --options "now,tonight" --key "release-$version") || code=$?

case $code in
  0) echo "Releasing $version: $answer." ;;
  3) echo "Not releasing $version: somebody said no." ;;
  6) echo "Not releasing $version: somebody wants to know more first." ;;
  *) exit "$code" ;; # nobody decided; askline has said why
esac
