import type { ConflictOptions, NameConflict } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { type ConflictDecision, type PopupInputs, useHost } from '@holdall/section'
import { useCallback } from 'react'

/** The API accepts this many choices in one call. */
const MAX_CHOICES = 1000

/** The user closed the popup: the action ends without a message. */
export class ConflictCanceled extends Error {}

export type ConflictAction = PopupInputs['name-conflict']['action']

/** Repeats a call with the choices of the user until no name conflicts. Rejects with `ConflictCanceled`. */
export type ConflictCall = <T>(call: (options: ConflictOptions) => Promise<T>) => Promise<T>

/** Opens the popup; null when it was closed without a choice. */
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
            // The popup asks about a thousand names at most.
            rest = decision.rest === 'ask' && choices.length >= MAX_CHOICES ? 'keep-both' : decision.rest
            choices.splice(MAX_CHOICES)
          }
        }
      }
    },
    [askAbout],
  )
}
