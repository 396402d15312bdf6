import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Rows that one statement changes, so that no statement runs for long. */
const SLICE = 5000

/**
 * An index over the parts of names. `name_key` gets the folded name behind U+0001, where the sort key is another text:
 * from it, each engine keeps the sequences of one, two and three characters of every live name, each joined with the
 * space and the kind of its entry. The engine maintains the index itself, whichever statement changes an entry.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addFoldedNames(db)
  await (db.getExecutor().adapter instanceof PostgresAdapter ? indexPostgres(db) : indexSqlite(db))
}

async function addFoldedNames(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string; name: string; name_key: string }>`
      select id, name, name_key from entries where id > ${after} order by id limit ${SLICE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const changes = rows
      .map(({ id, name, name_key: key }) => ({ id, key, folded: folded(name) }))
      // The root of a space has an empty key.
      .filter(({ key, folded: text }) => key !== '' && key !== text)
      .map(({ id, key, folded: text }) => [id, `${key}\u0001${text}`])
    if (changes.length === 0) continue
    const json = JSON.stringify(changes)
    await (
      isPostgres
        ? sql`update entries set name_key = change.value ->> 1 from json_array_elements(${json}::json) as change
            where entries.id = change.value ->> 0`
        : sql`update entries set name_key = change.value ->> 1 from json_each(${json}) as change
            where entries.id = change.value ->> 0`
    ).execute(db)
  }
}

/** Names as they are compared in a search. A migration keeps the folding of its version. */
const folded = (name: string): string =>
  Array.from(
    name
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replaceAll('ς', 'σ'),
  )
    .slice(0, 255)
    .join('')

/** An index over an expression: PostgreSQL computes it whenever a row is written. */
async function indexPostgres(db: Kysely<unknown>): Promise<void> {
  // Restoring a backup drops the tables only.
  await sql`
    create or replace function search_grams(space_id text, kind text, name_key text) returns bigint[]
    language plpgsql immutable strict parallel safe cost 10000 as $$
    declare
      seed bigint := hashtextextended(space_id || kind, 0);
      characters text[] := string_to_array(substr(name_key, position(chr(1) in name_key) + 1), null);
      grams bigint[];
    begin
      select array_agg(hashtextextended(a, seed))
        || array_agg(hashtextextended(a || b, seed)) filter (where b is not null)
        || array_agg(hashtextextended(a || b || c, seed)) filter (where c is not null)
      into grams from unnest(characters, characters[2:], characters[3:]) as place (a, b, c);
      return grams;
    end $$`.execute(db)
  // A search reads what is pending as a whole.
  await sql`
    create index entries_search on entries using gin (search_grams(space_id, kind, name_key))
    with (gin_pending_list_limit = 1024)
    where trash_root_id is null and kind <> 'root'`.execute(db)
}

/** A token: 12 characters of the space, `d` for a folder or `f` for a file, and up to three of the name. The prefixes are the shorter ones. */
async function indexSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_entries (no integer primary key, entry_id text not null unique)`.execute(db)
  await sql`
    create virtual table search_tokens using fts5(
      tokens, content='', contentless_delete=1, detail=none, prefix='14 15',
      tokenize = "ascii tokenchars ' !""#$%&()*+,-./:;<=>?@[\\]^_\`{|}~'''"
    )`.execute(db)
  const tokens = (row: string) =>
    sql.raw(`(
      with recursive
        name(scope, folded) as (
          select
            substr(replace(${row}.space_id, '-', ''), -12) || case ${row}.kind when 'folder' then 'd' else 'f' end,
            substr(${row}.name_key, instr(${row}.name_key, char(1)) + 1)
        ),
        places(start) as (select 1 union all select start + 1 from places, name where start < length(name.folded))
      select group_concat(name.scope || substr(name.folded, places.start, 3), char(1)) from name, places
    )`)
  const remove = sql.raw(`
    delete from search_tokens where rowid = (select no from search_entries where entry_id = old.id);
    delete from search_entries where entry_id = old.id;`)
  const add = (condition: string) => sql`
    insert into search_entries (entry_id) select new.id where ${sql.raw(condition)};
    insert into search_tokens (rowid, tokens) select no, ${tokens('new')} from search_entries where entry_id = new.id;`

  // The newest have the highest numbers.
  await sql`
    insert into search_entries (entry_id)
    select id from entries where trash_root_id is null and kind <> 'root' order by created_at, id`.execute(db)
  const { rows } = await sql<{ count: number }>`select count(*) as count from search_entries`.execute(db)
  for (let from = 0; from < rows[0]!.count; from += SLICE) {
    await sql`
      insert into search_tokens (rowid, tokens)
      select no, ${tokens('e')} from search_entries join entries e on e.id = entry_id
      where no > ${from} and no <= ${from + SLICE} order by no`.execute(db)
  }

  await sql`
    create trigger search_insert after insert on entries when new.trash_root_id is null and new.kind <> 'root'
    begin ${add('true')} end`.execute(db)
  await sql`
    create trigger search_update after update of space_id, kind, name_key, trash_root_id on entries
    when new.kind <> 'root' and (
      new.space_id <> old.space_id or new.kind <> old.kind or new.name_key <> old.name_key
      or (new.trash_root_id is null) <> (old.trash_root_id is null)
    )
    begin ${remove} ${add('new.trash_root_id is null')} end`.execute(db)
  await sql`create trigger search_delete after delete on entries begin ${remove} end`.execute(db)
}
