import type { ConflictOptions, NameConflict } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { type ConflictDecision, type PopupInputs, useHost } from '@holdall/section'
import { useCallback } from 'react'

/** The API accepts this many choices in one call. */
const MAX_CHOICES = 1000

/** The user closed the question: nothing else is to be done, and nothing to be reported. */
export class ConflictCanceled extends Error {}

export type ConflictAction = PopupInputs['name-conflict']['action']

/** Makes a call again with what the user chose, until no name is open. Rejects with `ConflictCanceled`. */
export type ConflictCall = <T>(call: (options: ConflictOptions) => Promise<T>) => Promise<T>

/** Asks what to do; null when the question was closed. */
export function useConflictQuestion() {
  const { overlay } = useHost()
  return useCallback(
    (action: ConflictAction, conflicts: readonly NameConflict[], total: number) =>
      new Promise<ConflictDecision | null>((resolve) => {
        overlay.open(
          'name-conflict',
          { action, conflicts, total, onDecide: resolve },
          {
            onClose: () => {
              resolve(null)
            },
          },
        )
      }),
    [overlay],
  )
}

/** For the calls of one action: a choice for all applies to the later calls too. */
export function useConflictCalls(): (action: ConflictAction) => ConflictCall {
  const askAbout = useConflictQuestion()
  return useCallback(
    (action) => {
      let rest: ConflictDecision['rest'] = 'ask'
      return async (call) => {
        const choices: ConflictDecision['choices'][number][] = []
        for (;;) {
          try {
            return await call({ on_conflict: rest, ...(choices.length > 0 && { choices: [...choices] }) })
          } catch (error) {
            if (!isApiError(error, 'name-conflict')) throw error
            const decision = await askAbout(action, error.conflicts, error.conflictsTotal)
            if (decision === null) throw new ConflictCanceled()
            choices.push(...decision.choices)
            // Nobody is asked about more than a thousand names.
            rest = decision.rest === 'ask' && choices.length >= MAX_CHOICES ? 'keep-both' : decision.rest
            choices.splice(MAX_CHOICES)
          }
        }
      }
    },
    [askAbout],
  )
}
