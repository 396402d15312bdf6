import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../testing/command-line.ts'

const holdall = (...args: string[]) => runCommand(args, { env: {} })

test.each([[['version']], [['--version']], [['settings', '--version']]])('%j prints the version', async (args) => {
  expect(await holdall(...args)).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/), err: '' })
})

test.each([[[]], [['help']], [['--help']], [['-h']], [['help', 'constructor']]])(
  '%j prints the help of all commands',
  async (args: string[]) => {
    const { code, out, err } = await holdall(...args)
    expect([code, err]).toEqual([0, ''])
    for (const line of ['holdall ui install', 'holdall jobs retry', 'holdall restore DIR', 'The data folder is']) {
      expect(out).toContain(line)
    }
  },
)

test.each([[['help', 'settings']], [['settings', '--help']], [['settings', 'set', 'app.name', '-h']]])(
  '%j prints the help of one command',
  async (args) => {
    const { code, out, err } = await holdall(...args)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('holdall settings unset NAME')
    expect(out).toContain('The data folder is')
    expect(out).not.toContain('holdall jobs')
  },
)

test('an invalid command line of a known command prints the help of that command', async () => {
  const { code, out, err } = await holdall('jobs', 'nonsense')
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain('holdall jobs retry ID')
  expect(err).not.toContain('holdall settings')
})

test('every command has its help', async () => {
  const source = readFileSync(join(import.meta.dirname, 'run.ts'), 'utf8')
  const table = /const areas[^]+?\n\}\n/.exec(source)?.[0] ?? ''
  const names = [...table.matchAll(/^ {2}(?:async )?([a-z]+)(?:\(|:)/gm)].map(([, name]) => name!)
  expect(names).toContain('settings')
  const { out } = await holdall('help')
  expect(names.filter((name) => !out.includes(`holdall ${name} `))).toEqual([])
})
