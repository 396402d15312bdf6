import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceFile } from '../replace-file.ts'
import { changeConfigFile, configPath } from './config-file.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holdall-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const content = () => JSON.parse(readFileSync(configPath(dataDir), 'utf8')) as unknown

test('changes keys, keeps the others, and can be undone', () => {
  const undoFirst = changeConfigFile(dataDir, { public_url: 'https://a.example', smtp_url: null })
  expect(content()).toEqual({ public_url: 'https://a.example' })
  const undoSecond = changeConfigFile(dataDir, { public_url: null, database_url: 'postgres://a@b/c' })
  expect(content()).toEqual({ database_url: 'postgres://a@b/c' })
  undoSecond()
  expect(content()).toEqual({ public_url: 'https://a.example' })
  undoFirst()
  expect(readdirSync(dataDir)).toEqual([])
})

test('is readable by its owner only, whatever it was before, and leaves no other file', () => {
  writeFileSync(configPath(dataDir), '{"trash.days": 7}', { mode: 0o644 })
  changeConfigFile(dataDir, { smtp_url: 'smtp://a:b@mail.example' })
  expect(statSync(configPath(dataDir)).mode & 0o777).toBe(0o600)
  expect(content()).toEqual({ 'trash.days': 7, smtp_url: 'smtp://a:b@mail.example' })
  expect(readdirSync(dataDir)).toEqual(['config.json'])
})

test('a file that is not valid is not overwritten', () => {
  writeFileSync(configPath(dataDir), '{')
  expect(() => changeConfigFile(dataDir, { smtp_url: null })).toThrow('is not valid JSON')
  expect(readFileSync(configPath(dataDir), 'utf8')).toBe('{')
})

test('where the disk takes a part of the file only, the change fails and the file before stays whole', () => {
  changeConfigFile(dataDir, { public_url: 'https://a.example' })
  const module = JSON.stringify(join(import.meta.dirname, 'config-file.ts'))
  const change = `
    import { changeConfigFile } from ${module}
    changeConfigFile(${JSON.stringify(dataDir)}, { smtp_url: 'smtp://mail.example/' + 'x'.repeat(4000) })`
  // Two blocks of 512 bytes: a write of more is answered with the bytes that were taken, as on a disk that is full.
  const limited = ['-c', 'ulimit -f 2 && exec "$0" --input-type=module -e "$1"', process.execPath, change]
  const { status, stderr } = spawnSync('sh', limited, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('EFBIG')])
  expect(content()).toEqual({ public_url: 'https://a.example' })
  expect(readdirSync(dataDir)).toEqual(['config.json'])
})

test('what cannot replace a file is not left beside it: it may hold passwords', () => {
  mkdirSync(configPath(dataDir))
  expect(() => replaceFile(configPath(dataDir), 'secret')).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/)
  expect(readdirSync(dataDir)).toEqual(['config.json'])
})
