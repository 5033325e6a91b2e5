# How deploy/backup and deploy/restore reach DATABASE_URL without its password among their arguments, which everybody on a machine may
# read. Sourced by them; the address without the password is `database` afterwards, and the password in the environment.

# Of a URL, %XX becomes the byte; a zero byte can be in no password.
unescaped() {
    local text=$1 plain='' byte
    while [[ $text == *%* ]]; do
        plain+=${text%%\%*}
        text=${text#*%}
        [[ $text =~ ^[0-9A-Fa-f]{2} && ${text:0:2} != 00 ]] || return 1
        printf -v byte '%b' "\\x${text:0:2}"
        plain+=$byte
        text=${text:2}
    done
    printf '%s' "$plain$text"
}

# A pooler gives no session to a copy of the database.
database=${DATABASE_DIRECT_URL:-${DATABASE_URL:?is not set}}
case $database in
    postgres://* | postgresql://*)
        # The user ends at the first @ before a slash, as libpq reads it.
        rest=${database#*://}
        authority=${rest%%/*}
        if [[ $authority == *@* ]]; then
            user=${authority%%@*}
            if [[ $user == *:* ]]; then
                PGPASSWORD=$(unescaped "${user#*:}") || { echo "DATABASE_URL has a % that is followed by no byte" >&2; exit 64; }
                export PGPASSWORD
                database="${database%%://*}://${user%%:*}@${authority#*@}${rest:${#authority}}"
            fi
        fi
        ;;
esac
if [[ $database =~ (^|[?\&[:space:]])(ssl)?password[[:space:]]*= ]]; then
    echo "DATABASE_URL has a password among its parameters: write it as postgresql://user:password@host/database, or set PGPASSWORD or PGPASSFILE" >&2
    exit 64
fi
# The services' own variable is not handed on to whoever is started.
unset DATABASE_URL DATABASE_DIRECT_URL
