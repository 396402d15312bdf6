import type { NameConflict } from '@holdall/api'
import { useHost } from '@holdall/section'
import { useCallback } from 'react'

/** By id of the item; `rest` is for items that were not listed or not asked about. */
export interface NameAnswer {
  readonly choices: ReadonlyMap<string, 'keep-both' | 'skip'>
  readonly rest: 'keep-both' | 'skip'
}

/** Asks whether items whose names are taken are added beside the others, or skipped. Null where the question was closed. */
export function useNameQuestion() {
  const { overlay } = useHost()
  return useCallback(
    (action: 'move' | 'upload', conflicts: readonly NameConflict[], total: number) =>
      new Promise<NameAnswer | null>((resolve) => {
        const input = {
          action,
          conflicts,
          total,
          canReplace: false,
          onDecide: ({ choices, rest }: { choices: readonly Choice[]; rest: string }) => {
            resolve({
              choices: new Map(choices.map(({ id, on_conflict }) => [id, toAnswer(on_conflict)])),
              rest: toAnswer(rest),
            })
          },
        }
        overlay.open('name-conflict', input, {
          onClose: () => {
            resolve(null)
          },
        })
      }),
    [overlay],
  )
}

interface Choice {
  readonly id: string
  readonly on_conflict: string
}

const toAnswer = (choice: string) => (choice === 'skip' ? 'skip' : 'keep-both')
