import { parseArgs } from 'node:util'
import { benchmarksFile, thisRun, writeResults } from './benchmarks-page.ts'
import { benchEnumeration } from './enumeration.ts'
import { benchFairness } from './fairness.ts'
import { benchLargeUpload } from './large-upload.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchList } from './list.ts'
import { benchListing } from './listing.ts'
import { benchPage } from './page.ts'
import { benchRealtime } from './realtime.ts'
import { print, type Row } from './row.ts'
import { benchSearch } from './search.ts'
import { benchStart } from './start.ts'
import { benchTransfer } from './transfer.ts'
import { benchUnblocked } from './unblocked.ts'
import { benchZip } from './zip.ts'

interface Options {
  /** On PostgreSQL too; benches without this choice decide themselves. */
  readonly postgres?: boolean
}
const benches: Readonly<Record<string, (options: Options) => Promise<Row[]>>> = {
  page: benchPage,
  start: benchStart,
  listing: benchListing,
  list: benchList,
  search: benchSearch,
  unblocked: benchUnblocked,
  transfer: benchTransfer,
  'large-upload': benchLargeUpload,
  zip: benchZip,
  realtime: benchRealtime,
  enumeration: benchEnumeration,
  fairness: benchFairness,
  lighthouse: benchLighthouse,
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { print: { type: 'boolean' }, postgres: { type: 'boolean' } },
})
const names = positionals.length > 0 ? positionals : Object.keys(benches)

const rows: Row[] = []
for (const name of names) {
  const bench = benches[name]
  if (!bench) throw new Error(`There is no bench "${name}". There are: ${Object.keys(benches).join(', ')}.`)
  const run = thisRun(name)
  const measured = await bench({ postgres: values.postgres ?? false })
  if (!values.print) await writeResults(benchmarksFile, name, measured, run)
  rows.push(...measured)
}
print(rows)
process.exitCode = rows.every(({ kept }) => kept) ? 0 : 1
