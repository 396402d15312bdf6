import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import path from 'node:path'
import type { Row } from './row.ts'

const root = path.resolve(import.meta.dirname, '../..')
export const benchmarksFile = path.join(root, 'docs/benchmarks.md')

/** Where and how a bench was measured. */
interface BenchRun {
  readonly command: string
  readonly date: string
  readonly commit: string
  readonly machine: string
}

const introduction = `# Benchmarks

\`npm run bench\` measures the budgets on this machine, \`npm run bench NAME …\` some of them; each run rewrites the sections of the benches it ran, and no others. With \`-- --print\` it only prints. Times depend on the machine and on what else it does, which the load before the run tells: above the number of processors they say little. Ratios to a program that was measured in turn with ours depend on it less. \`transfer\` needs nginx and \`zip\` the program of that name (Debian: \`apt install nginx-light zip\`).
`

/** Replaces the section of one bench in the page, or appends it. */
export async function writeResults(file: string, bench: string, rows: readonly Row[], run: BenchRun): Promise<void> {
  const page = await readFile(file, 'utf8').catch(() => '')
  const [, ...before] = page.split(/^(?=## )/m)
  const heading = `## ${bench}\n`
  const section = `${heading}\n\`${run.command}\` · ${run.date} · commit ${run.commit} · ${run.machine}\n\n${table(rows)}`
  const at = before.findIndex((each) => each.startsWith(heading))
  const sections = at < 0 ? [...before, section] : before.with(at, section)
  await writeFile(file, [introduction, ...sections].map((each) => `${each.trimEnd()}\n`).join('\n'))
}

function table(rows: readonly Row[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return [
    ['what', 'measured', 'budget', ''],
    ['---', '---', '---', '---'],
    ...rows.map(({ what, measured, budget, kept }) => [what, measured, budget, kept ? 'kept' : 'MISSED']),
  ]
    .map(line)
    .join('')
}

export function thisRun(bench: string): BenchRun {
  const settings = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('HOLDALL_BENCH_') ? [`${name}=${value ?? ''} `] : [],
  )
  const gibibytes = Math.round(totalmem() / 1024 ** 3)
  return {
    command: `${settings.join('')}npm run bench ${bench}`,
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: `${String(cpus().length)} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${String(gibibytes)} GiB, ${type()} ${release()}, Node ${process.versions.node}, load ${(loadavg()[0] ?? 0).toFixed(1)} before`,
  }
}

/** Uncommitted changes are noted; those of the page itself are ignored. */
function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    const changes = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/benchmarks.md')
    return `${git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : ' with changes'}`
  } catch {
    return 'unknown'
  }
}
