#!/bin/sh
# backup.sh FOLDER [COUNT]: saves everything into FOLDER/latest, also while Holdall runs, and keeps the newest COUNT (7)
# backups by day in FOLDER/YYYY-MM-DD. They share their contents as hard links, so that each takes little more than its
# tables. FOLDER is an absolute path on another disk, whose file system has hard links.
set -eu
umask 077
usage='Usage: backup.sh /absolute/folder [how many days, 1 or more]'
folder=${1-}
count=${2-7}
case $folder in /*) ;; *) echo "$usage" >&2; exit 2 ;; esac
case $count in '' | 0* | *[!0-9]*) echo "$usage" >&2; exit 2 ;; esac

cd "$(dirname "$0")/.."
# The Node of the installation, where it has one.
PATH="$PWD/node_modules/node/bin:$PATH" node server/src/cli/main.ts backup "$folder/latest"

day=$folder/$(date -u +%Y-%m-%d)
rm -rf "$folder"/*.unfinished
cp -al "$folder/latest" "$day.unfinished"
rm -f "$day.unfinished/lock"
rm -rf "$day"
mv "$day.unfinished" "$day"

for earlier in "$folder"/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]; do
  printf '%s\n' "$earlier"
done | sort -r | tail -n "+$((count + 1))" | while IFS= read -r earlier; do
  rm -rf "$earlier"
done
