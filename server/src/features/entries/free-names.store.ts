import type { Trx } from '../../infrastructure/db/transact.ts'
import { nthName } from './entry-name-rules.ts'
import { ALL_TRIED, freeName, NUMBERS_AT_ONCE } from './entry-placement.store.ts'
import { takenNames } from './selection.store.ts'
import { batches } from './subtree.store.ts'
import type { TriedNumbers } from './tried-numbers.ts'

/** Names that one query looks up, of as many entries as it has room for. */
const NAMES_PER_QUERY = 1000

interface Clashing {
  readonly id: string
  readonly name: string
  readonly kind: string
}

interface NamesInUse {
  readonly numbers: TriedNumbers
  /** What else gets a name in the folder; the names that are found are added. */
  readonly given: Set<string>
}

/**
 * The entries under free numbered forms of their names, as `freeName` finds them for one: for entries whose names are
 * taken and that are put into a folder at once, with few queries.
 */
export async function withFreeNames<T extends Clashing>(
  trx: Trx,
  parentId: string,
  entries: readonly T[],
  { numbers, given }: NamesInUse,
): Promise<T[]> {
  const names = new Map<string, string>()
  const take = ({ id }: T, name: string) => {
    names.set(id, name)
    given.add(name)
  }

  /** Returns what has none of these numbers free, with the last one. */
  async function tryNumbers(some: readonly Tried<T>[], length: number): Promise<Tried<T>[]> {
    const tried = some.map(({ entry, last }) => ({ entry, forms: formsOf(entry, last, length, numbers) }))
    const all = new Set(tried.flatMap(({ forms }) => forms.map(({ name }) => name)))
    const taken = await takenNames(trx, parentId, [...all])
    return tried.flatMap(({ entry, forms }) => {
      const free = forms.find(({ name }) => !taken.has(name) && !given.has(name))
      for (const { n } of forms) if (!free || n <= free.n) numbers.add(entry.name, n, kindOf(entry))
      if (!free) return [{ entry, last: forms.at(-1)!.n }]
      take(entry, free.name)
      return []
    })
  }

  let open: Tried<T>[] = entries.map((entry) => ({ entry, last: 1 }))
  // Almost always the first number is free.
  for (let [tried, length] = [0, 2]; open.length > 0 && tried < ALL_TRIED; length = NUMBERS_AT_ONCE) {
    const further: Tried<T>[] = []
    for (const some of batches(open, Math.floor(NAMES_PER_QUERY / length))) {
      further.push(...(await tryNumbers(some, length)))
    }
    tried += length
    open = further
  }
  for (const { entry } of open) {
    take(entry, await freeName(trx, parentId, entry.name, kindOf(entry), { numbers, given }))
  }
  return entries.map((entry) => ({ ...entry, name: names.get(entry.id)! }))
}

interface Tried<T> {
  readonly entry: T
  readonly last: number
}

const kindOf = ({ kind }: Clashing) => (kind === 'folder' ? 'folder' : 'file')

/** The next forms of a name that were not tried. */
function formsOf(entry: Clashing, last: number, length: number, numbers: TriedNumbers) {
  let n = last
  return Array.from({ length }, () => {
    n = numbers.from(entry.name, n + 1, kindOf(entry))
    return { n, name: nthName(entry.name, n, kindOf(entry)) }
  })
}
