import { type Entry, MAX_ITEMS_PER_CALL, type Selection } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { showEntries, type Target } from '@holdall/file-browser'
import { isolate, useHost } from '@holdall/section'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { errorText } from '../../error-messages/error-text.ts'
import { mayBeClosed } from '../link-file-source.ts'
import type { EditableLink } from './editable-link.ts'
import { linkFolderName } from './link-folder-name.ts'
import { type NameAnswer, useNameQuestion } from './use-name-question.ts'

/** What a link asks about before it is done: everything in a folder, and more entries than this. */
const CONFIRM_ABOVE = 100

/**
 * Messages for refusals that only changes have; `not-found` is an entry that somebody else has moved or deleted,
 * `forbidden` a folder of a request into which somebody else has put something.
 */
const refusals: Readonly<Record<string, string>> = {
  forbidden: 'link.problem.others',
  'not-found': 'link.problem.gone',
  'move-into-itself': 'link.problem.into_itself',
  'too-deep': 'link.problem.too_deep',
  'quota-exceeded': 'link.problem.quota',
  throttled: 'link.problem.throttled',
  'too-many-remote-uploads': 'link.problem.too_many_remote',
  'remote-uploads-disabled': 'link.problem.remote_off',
}

interface Moving {
  readonly selections: readonly Selection[]
  readonly count: number
  readonly name: string
}

const movingOf = (target: Target): Moving => ({
  selections: target.wire(),
  count: target.count,
  name: target.single?.attributes.name ?? target.entries[0]?.attributes.name ?? '',
})

/** Changes of the folder of a link by its visitor. Each emits that the folder has changed, so that lists refetch. */
export function useLinkMutations({ target: { token }, name: topName, calls, recheck }: EditableLink) {
  const { events, overlay, toasts } = useHost()
  const intl = useIntl()
  const client = useQueryClient()
  const askAboutNames = useNameQuestion()
  return useMemo(() => {
    const text = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id }, values)
    const changed = () => {
      events.emit('link-files.changed', { token })
    }
    /** Shows why a change failed. Where the link has ended, the page says so instead. */
    const report = async (error: unknown) => {
      if (mayBeClosed(error) && !(await recheck())) return
      const id = isApiError(error) ? refusals[error.code] : undefined
      toasts.show({ type: 'danger', message: id ? text(id) : errorText(intl, error) })
    }
    const done = (message: string, undo?: () => Promise<void>) => {
      const action = undo && { label: text('link.undo'), run: () => void undo() }
      toasts.show({ type: 'success', message, ...(action && { action }) })
    }
    const confirm = async (verb: 'remove' | 'move', { all, count }: Pick<Target, 'all' | 'count'>) =>
      (!all && count <= CONFIRM_ABOVE) ||
      overlay.confirm({
        title: text(`link.${verb}_many.title`, { count }),
        message: text(`link.${verb}_many.text`, { folder: isolate(topName) }),
        confirm: text(`link.${verb}_many.confirm`),
        cancel: text('link.cancel'),
        danger: verb === 'remove',
      })

    const saveName = async (id: string, name: string) => {
      try {
        return (await calls.rename(id, name)).attributes.name
      } catch (error) {
        // The field shows what is wrong with a name.
        if (!isApiError(error) || !error.fields['name']) await report(error)
        throw error
      } finally {
        changed()
      }
    }

    const optionsOf = ({ choices, rest }: NameAnswer) => ({
      on_conflict: rest,
      choices: [...choices].map(([id, on_conflict]) => ({ id, on_conflict })),
    })
    /** Asks about taken names where there are some; null where the question was closed. */
    const moveSome = async (selection: Selection, toId: string | null) => {
      const body = { to_id: toId, ...selection }
      try {
        return await calls.move({ ...body, on_conflict: 'ask' })
      } catch (error) {
        if (!isApiError(error, 'name-conflict')) throw error
        const answer = await askAboutNames('move', error.conflicts, error.conflictsTotal)
        return answer && (await calls.move({ ...body, ...optionsOf(answer) }))
      }
    }

    /** Puts moved entries back, with the names that they had. */
    const moveBack = async ({ ids, types, renamed }: MovedItems, toId: string | null) => {
      try {
        for (let at = 0; at < ids.length; at += MAX_ITEMS_PER_CALL) {
          const some = ids.slice(at, at + MAX_ITEMS_PER_CALL)
          await calls.move({ to_id: toId, items: some.map((id) => ({ id, type: types.get(id) })) })
        }
        for (const { id, name } of renamed) await calls.rename(id, name)
      } catch (error) {
        await report(error)
      }
      changed()
    }

    return {
      report,
      /** Rejects with the error, which the field of the name shows. */
      async rename({ id, attributes: { name: before } }: Pick<Entry, 'id' | 'attributes'>, name: string) {
        const saved = await saveName(id, name)
        done(text('link.renamed', { name: isolate(saved) }), async () => {
          // A failure was reported.
          await saveName(id, before).catch(() => undefined)
        })
      },
      /** False where it was not confirmed or failed, which is shown. `from` is the folder that they are in. */
      async move(target: Target, from: string | null, toId: string | null): Promise<boolean> {
        if (!(await confirm('move', target))) return false
        const { selections, name } = movingOf(target)
        const folder = toId === null ? topName : linkFolderName(client, token, toId)
        const moved: string[] = []
        const renamed: Named[] = []
        const types = new Map<string, Entry['type']>(target.entries.map(({ id, type }) => [id, type]))
        let [count, skipped] = [0, 0]
        /** False where a question was closed. */
        let isComplete = true
        let failure: { readonly error: unknown } | null = null
        for (const selection of selections) {
          try {
            const answer = await moveSome(selection, toId)
            if (!answer) {
              isComplete = false
              break
            }
            count += answer.count
            skipped += answer.skipped ?? 0
            if (answer.folders) {
              const isFolder = new Set(answer.folders)
              for (const id of answer.ids ?? []) types.set(id, isFolder.has(id) ? 'folder' : 'file')
            }
            moved.push(...(answer.ids ?? ('items' in selection ? selection.items.map(({ id }) => id) : [])))
            renamed.push(...(answer.renamed ?? []))
          } catch (error) {
            failure = { error }
            break
          }
        }
        changed()
        if (failure) await report(failure.error)
        else if (isComplete) target.clear()
        if (count > 0) {
          showEntries(toId, moved)
          const values = { count, name: isolate(name), folder: isolate(folder) }
          // The answer to a very large move does not name the entries.
          const canUndo = moved.length === count
          done(text('link.moved', values), canUndo ? () => moveBack({ ids: moved, types, renamed }, from) : undefined)
        } else if (skipped > 0) toasts.show({ type: 'info', message: text('link.skipped', { count: skipped }) })
        return failure === null && isComplete
      },
      /** Puts entries into the trash of the owner, who alone can restore them. */
      async remove(target: Target): Promise<void> {
        if (!(await confirm('remove', target))) return
        const { selections, name } = movingOf(target)
        let removed = 0
        try {
          for (const selection of selections) {
            removed += (await calls.remove(selection)).count
          }
          target.clear()
        } catch (error) {
          await report(error)
        }
        changed()
        if (removed > 0) done(text('link.removed', { count: removed, name: isolate(name) }))
      },
    }
  }, [client, events, overlay, toasts, intl, calls, recheck, askAboutNames, token, topName])
}

interface MovedItems {
  readonly ids: readonly string[]
  /** As far as the list or the answer has them. */
  readonly types: ReadonlyMap<string, Entry['type']>
  readonly renamed: readonly Named[]
}

interface Named {
  readonly id: string
  readonly name: string
}
