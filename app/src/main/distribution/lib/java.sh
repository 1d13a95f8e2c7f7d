# What the scripts share: finds Java and its version, JAVA_HOME or else what the path has; sets java and version.

fail() {
    echo "catena: $1" >&2
    exit 1
}

find_java() {
    if [ -n "${JAVA_HOME:-}" ]; then
        java=$JAVA_HOME/bin/java
        [ -x "$java" ] || fail "JAVA_HOME is \"$JAVA_HOME\", but there is no bin/java in it"
    else
        java=$(command -v java) || fail "no Java found: install JDK 17 or later, or set JAVA_HOME"
        java=$(readlink -f "$java" 2> /dev/null || echo "$java")
    fi
    # the release file spares the start of a virtual machine
    version=
    local release=${java%/bin/java}/release line
    if [ -r "$release" ]; then
        while IFS= read -r line; do
            case $line in JAVA_VERSION=*) version=${line#JAVA_VERSION=} ;; esac
        done < "$release"
    else
        version=$("$java" -version 2>&1 | sed -n 's/.* version \("[^"]*"\).*/\1/p' | head -n 1)
    fi
    version=${version//\"/}
    local major=${version#1.}
    major=${major%%[!0-9]*}
    [ "${major:-0}" -ge 17 ] || fail "Java 17 or later is needed, but $java is version ${version:-unknown}"
}

# Java separates paths by colons and knows no way to quote one
refuse_colon() {
    case $1 in
        *:*) fail "Java cannot work in a folder whose path has a colon: move Catena out of \"$1\", or rename it" ;;
    esac
}

# in a locale that knows ASCII only Java can neither read nor open other names of files
use_unicode() {
    case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
        C.UTF-8) return ;;
        C | POSIX) export LC_ALL=C.UTF-8 && return ;;
    esac
    case $(locale charmap 2> /dev/null || true) in
        ANSI_X3.4-1968 | US-ASCII | '') export LC_ALL=C.UTF-8 ;;
    esac
}
