import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { nameKey } from '../../server/src/features/entries/entry-name-rules.ts'

const TYPES = [
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['mp4', 'video/mp4'],
  ['txt', 'text/plain'],
  ['zip', 'application/zip'],
] as const
const TITLES = [
  'IMG',
  'Invoice',
  'Übersicht der Ausgaben',
  'Holiday by the lake',
  'Minutes of the annual general meeting of the housing cooperative, second session, with all annexes and the list of those present',
  '会議の議事録',
  'scan',
] as const
const MIN_SIZE = 200
const MAX_SIZE = 4e9
const FIRST_DAY = Date.UTC(2019, 0, 1)
const SIX_YEARS = 6 * 365 * 86_400_000

const noContent = { size: 0, mime: null, blob_id: null, sha256: null, children: 0, folders: 0 }

/** The database of a server that does not run, and the home of a user in it. */
function openHome(dataDir: string, email: string) {
  const db = new Sqlite(path.join(dataDir, 'holdall.sqlite'))
  const home = db
    .prepare(
      'select s.id as space_id, s.root_id, s.owner_id from spaces s join users u on u.id = s.owner_id where u.email = ?',
    )
    .get(email) as { space_id: string; root_id: string; owner_id: string }
  const insertBlob = db.prepare(
    'insert into blobs (id, size, sha256, created_at) values (@blob_id, @size, @sha256, @at)',
  )
  const insertEntry = db.prepare(
    `insert into entries (id, space_id, owner_id, creator_id, parent_id, kind, name, name_key, size, mime, blob_id, sha256, created_at, updated_at, children_count, folders_count)
     values (@id, @space_id, @owner_id, @owner_id, @parent_id, @kind, @name, @name_key, @size, @mime, @blob_id, @sha256, @at, @at, @children, @folders)`,
  )
  return { db, home, insertBlob, insertEntry }
}

/**
 * One folder of a home as after some years of use: every sixth of its `count` entries is a folder, names
 * are short and long and of several scripts, sizes reach from a note to a film, every hundredth entry is shared by a
 * link. Written straight into the database of a server that does not run; the files have no bytes. Returns its id.
 */
export function seedFolder(dataDir: string, email: string, count: number): string {
  const { db, home, insertBlob, insertEntry } = openHome(dataDir, email)
  const insertShare = db.prepare(
    `insert into shares (id, token, entry_id, owner_id, permission, created_at, updated_at)
     values (@id, @token, @entry_id, @owner_id, 'visitor', @at, @at)`,
  )
  const insertFavourite = db.prepare(
    `insert into favourites (user_id, entry_id, position, created_at) values (@owner_id, @id, @position, @at)`,
  )
  const id = randomUUID()
  let used = 0

  function insert(n: number): void {
    // Multiples of the golden ratio are spread evenly, and the same in every run.
    const fraction = (n * 0.618_033_988_749_895) % 1
    const isFolder = n % 6 === 0
    const [extension, mime] = TYPES[n % TYPES.length] ?? TYPES[0]
    const name = `${TITLES[n % TITLES.length] ?? ''} ${String(n)}${isFolder ? '' : `.${extension}`}`
    const size = Math.round(MIN_SIZE * (MAX_SIZE / MIN_SIZE) ** fraction)
    const blob_id = randomUUID()
    const content = { ...noContent, size, mime, blob_id, sha256: createHash('sha256').update(blob_id).digest('hex') }
    const entry = {
      ...home,
      ...(isFolder ? noContent : content),
      id: randomUUID(),
      parent_id: id,
      kind: isFolder ? 'folder' : 'file',
      name,
      name_key: nameKey(name),
      at: FIRST_DAY + Math.round(((n * 0.754_877_666_246_693) % 1) * SIX_YEARS),
    }
    if (!isFolder) {
      insertBlob.run(entry)
      used += size
    }
    insertEntry.run(entry)
    if (n % 100 === 0) insertShare.run({ ...entry, id: randomUUID(), token: randomUUID(), entry_id: entry.id })
    if (n % 600 === 0) insertFavourite.run({ ...entry, position: n / 600 })
  }

  db.transaction(() => {
    const name = 'A hundred thousand'
    const folders = Math.ceil(count / 6)
    insertEntry.run({
      ...home,
      ...noContent,
      id,
      parent_id: home.root_id,
      kind: 'folder',
      name,
      name_key: nameKey(name),
      at: Date.now(),
      children: count,
      folders,
    })
    db.prepare(
      'update entries set children_count = children_count + 1, folders_count = folders_count + 1 where id = ?',
    ).run(home.root_id)
    for (let n = 0; n < count; n += 1) insert(n)
    db.prepare('update entries set files_size = ? where id = ?').run(used, id)
    const links = Math.ceil(count / 100)
    db.prepare('update users set used_bytes = used_bytes + ?, item_count = item_count + ? where id = ?').run(
      used,
      1 + count + links,
      home.owner_id,
    )
    db.prepare('update spaces set file_count = file_count + ?, folder_count = folder_count + ? where root_id = ?').run(
      count - folders,
      1 + folders,
      home.root_id,
    )
  })()
  db.close()
  return id
}

/** A file whose bytes `seedStoredFiles` takes from `at`. */
export interface StoredFile {
  readonly folder: string
  readonly name: string
  readonly size: number
  readonly at: string
}

/**
 * Folders with files and their bytes, in one folder of a home, written straight into the data folder of a server that
 * does not run. Returns its id.
 */
export async function seedStoredFiles(dataDir: string, email: string, files: readonly StoredFile[]): Promise<string> {
  const { db, home, insertBlob, insertEntry } = openHome(dataDir, email)
  const at = Date.now()
  const folders = [...new Set(files.map(({ folder }) => folder))]
  const folderRow = (name: string, parent_id: string, children: number, inner: number) => {
    const id = randomUUID()
    const counts = { children, folders: inner }
    insertEntry.run({
      ...home,
      ...noContent,
      ...counts,
      id,
      parent_id,
      kind: 'folder',
      name,
      name_key: nameKey(name),
      at,
    })
    return id
  }
  const stored: { readonly file: StoredFile; readonly blob_id: string }[] = []
  const topId = db.transaction(() => {
    const top = folderRow('Stored files', home.root_id, folders.length, folders.length)
    for (const folder of folders) {
      const own = files.filter((file) => file.folder === folder)
      const parent_id = folderRow(folder, top, own.length, 0)
      for (const file of own) {
        const { name, size } = file
        const blob_id = randomUUID()
        const content = {
          size,
          blob_id,
          mime: 'text/plain',
          sha256: createHash('sha256').update(blob_id).digest('hex'),
        }
        const row = {
          ...home,
          ...noContent,
          ...content,
          id: randomUUID(),
          parent_id,
          kind: 'file',
          name,
          name_key: nameKey(name),
          at,
        }
        insertBlob.run(row)
        insertEntry.run(row)
        stored.push({ file, blob_id })
      }
    }
    return top
  })()
  db.close()
  for (const { file, blob_id } of stored) {
    const target = path.join(dataDir, 'blobs', blob_id.slice(-2), blob_id.slice(-4, -2))
    await mkdir(target, { recursive: true })
    await copyFile(file.at, path.join(target, blob_id))
  }
  return topId
}
