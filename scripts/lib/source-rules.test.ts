import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { insecureComparisons, longFiles, strayQueries, unclearNames } from './source-rules.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdall-rules-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string>) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

test('finds files with queries that are not a store', () => {
  write({
    'a/routes.ts': "await db.selectFrom('users').execute()\n",
    'a/service.ts': 'await sql<{ n: number }>`select 1`.execute(db)\n',
    'a/user.store.ts': "await db.deleteFrom('users').execute()\n",
    'a/routes.test.ts': "await db.selectFrom('users').execute()\n",
    'a/present.ts': 'export const shown = 1\n',
    'db/connect.ts': 'await sql`select 1`.execute(db)\n',
  })
  expect(strayQueries(folder, ['db'])).toEqual(['a/routes.ts', 'a/service.ts'])
})

test('finds files that are too long, tests included, but not in node_modules and dist', () => {
  const lines = (count: number) => 'line\n'.repeat(count)
  write({
    'src/a.ts': lines(4),
    'src/b.tsx': lines(3),
    'src/a.test.ts': lines(5),
    'c.mjs': lines(4),
    'src/messages.json': lines(9),
    'node_modules/library/a.ts': lines(9),
    'dist/a.mjs': lines(9),
  })
  expect(longFiles(folder, 3)).toEqual([
    { file: 'c.mjs', lines: 4 },
    { file: 'src/a.test.ts', lines: 5 },
    { file: 'src/a.ts', lines: 4 },
  ])
})

test('finds files and exports with an unclear word, but not as a part of another word', () => {
  write({
    'a/late-upload.ts': 'export const template = 1\n',
    'a/isolate.ts': 'export async function isTooLate() {}\nconst late = 1\nexport const plate = late\n',
    'a/constants.ts': 'export const LATE_MS = 1\nexport type LATEX = 1\nexport interface HTTPLate {}\n',
  })
  expect(unclearNames(folder, ['late'])).toEqual([
    { file: 'a/constants.ts', name: 'LATE_MS' },
    { file: 'a/constants.ts', name: 'HTTPLate' },
    { file: 'a/isolate.ts', name: 'isTooLate' },
    { file: 'a/late-upload.ts', name: 'a/late-upload.ts' },
  ])
})

test('finds comparisons of secrets by an operator, but not with constants and not in tests', () => {
  write({
    'insecure.ts': [
      'if (offered === token) use()',
      'if (row.token_digest !== digest(offered)) refuse()',
      "if (sign(text) == (url?.signature ?? '')) use()",
      'const isRight = user.backup!.otp === (body as Body).code',
    ].join('\n'),
    'secure.ts': [
      'if (token === undefined || user.password_hash === NO_PASSWORD) refuse()',
      "if (code === 'ENOENT' || (error as Failure).code !== 'busy' || error.code === code) refuse()",
      "if (typeof secret === 'string' && timingSafeEqual(secret, offered)) use()",
      'if (user.password_version !== passwordVersion || codes.length === codeCount) refuse()',
    ].join('\n'),
    'insecure.test.ts': 'if (offered === token) use()\n',
  })
  const namesIn = insecureComparisons(folder).map(({ file, name }) => `${file} ${name}`)
  expect(namesIn).toEqual(['token', 'token_digest', 'signature', 'otp'].map((name) => `insecure.ts ${name}`))
})
