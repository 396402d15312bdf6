import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changedFiles, defaultBase } from './changed-files.mjs'

let folder: string
const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'commit.gpgsign=false']
const git = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}
/** Commits a file and returns the commit. */
function commit(file: string): string {
  writeFileSync(join(folder, file), file)
  git('add', '.')
  git('commit', '-q', '-m', file)
  return git('rev-parse', 'HEAD')
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdall-changed-'))
  git('init', '-q', '-b', 'main')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('compares with where the branch left its upstream branch', () => {
  const shared = commit('a')
  git('remote', 'add', 'origin', '.')
  git('update-ref', 'refs/remotes/origin/main', shared)
  git('branch', '-q', '--set-upstream-to', 'origin/main')
  commit('b')
  commit('c')
  expect(defaultBase(folder)).toBe(shared)
  expect(changedFiles({ folder })).toEqual(['b', 'c'])
})

test('without an upstream branch compares with the first parent of the oldest commit that no remote has', () => {
  const shared = commit('a')
  git('update-ref', 'refs/remotes/origin/main', shared)
  git('switch', '-q', '-c', 'topic')
  commit('b')
  commit('c')
  expect(defaultBase(folder)).toBe(shared)
})

test('without a remote compares with the commit before the last one', () => {
  commit('a')
  const before = commit('b')
  commit('c')
  expect(defaultBase(folder)).toBe(before)
})

test('finds files that are committed, changed, deleted and new, once, and no ignored ones', () => {
  const base = commit('committed-before')
  commit('deleted')
  commit('committed')
  writeFileSync(join(folder, '.gitignore'), 'ignored')
  writeFileSync(join(folder, 'committed'), 'changed again')
  for (const file of ['new', 'ignored']) writeFileSync(join(folder, file), '')
  rmSync(join(folder, 'committed-before'))
  expect(changedFiles({ base, folder })).toEqual(['.gitignore', 'committed', 'committed-before', 'deleted', 'new'])
})

test('refuses a commit that does not exist', () => {
  commit('a')
  expect(() => changedFiles({ base: 'nowhere', folder })).toThrow('git knows no commit nowhere.')
})
