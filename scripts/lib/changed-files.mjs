import { spawnSync } from 'node:child_process'
import { root } from './paths.mjs'

/** Output of git, trimmed; undefined where it fails. */
function git(folder, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * The commit that changes are compared with: where the branch left its upstream branch, else the first parent of the
 * oldest commit that no remote has, else of the last commit.
 */
export function defaultBase(folder = root) {
  const upstream = git(folder, 'merge-base', 'HEAD', '@{upstream}')
  if (upstream) return upstream
  const hasRemote = git(folder, 'for-each-ref', '--count=1', 'refs/remotes')
  const unpushed = hasRemote ? git(folder, 'rev-list', '--first-parent', 'HEAD', '--not', '--remotes')?.split('\n') : []
  const oldest = unpushed?.at(-1) || 'HEAD'
  return git(folder, 'rev-parse', '--verify', '--quiet', `${oldest}^1`) ?? git(folder, 'rev-parse', 'HEAD')
}

/** Files that differ from `base`, committed or not, deleted and untracked ones included. Throws for an unknown base. */
export function changedFiles({ folder = root, base = defaultBase(folder) } = {}) {
  const changed = git(folder, 'diff', '--name-only', '--no-renames', base, '--')
  if (changed === undefined) throw new Error(`git knows no commit ${base}.`)
  const untracked = git(folder, 'ls-files', '--others', '--exclude-standard') ?? ''
  return [...new Set([...changed.split('\n'), ...untracked.split('\n')])].filter((file) => file !== '').toSorted()
}
