import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testApp } from '../../testing/test-app.ts'

const run = promisify(execFile)
const guide = join(import.meta.dirname, '../../../../docs/operating.md')

test('the calls that the documentation shows work as they are', async () => {
  const [, section = ''] = (await readFile(guide, 'utf8')).split('\n## API tokens\n')
  const [, documented = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? []
  const holdall = await testApp()
  const ann = await holdall.signUp()
  const { body } = await ann.post('/api/user/tokens', { name: 'a' })
  const address = await holdall.app.listen({ host: '127.0.0.1', port: 0 })
  const script = documented.replace(
    'HOLDALL=https://files.example.com TOKEN=holdall_…',
    `HOLDALL=${address} TOKEN=${body.plainTextToken}`,
  )
  expect(script).not.toBe(documented)
  const cwd = mkdtempSync(join(tmpdir(), 'holdall-calls-'))
  writeFileSync(join(cwd, 'notes.txt'), 'text')
  await run('bash', ['-euo', 'pipefail', '-c', script], { cwd })

  const names = (await ann.get('/api/browse/folders/all')).body.data.map(
    ({ attributes }: { attributes: { name: string } }) => attributes.name,
  )
  expect(names.toSorted()).toEqual(['Backups', 'notes.txt'])
  const downloaded = await readFile(join(cwd, 'files.zip'))
  expect(downloaded.length).toBeGreaterThan(3)
  expect((await ann.get('/api/user/tokens')).body.data).toEqual([])
  rmSync(cwd, { recursive: true })
  await holdall.close()
})
