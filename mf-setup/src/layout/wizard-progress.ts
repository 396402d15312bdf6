import type { Output, SetupStep, setupStatus } from '@holdall/api'
import { createContext, useContext } from 'react'
import { wizardSteps } from './wizard-steps.ts'

export type SetupStatus = Output<typeof setupStatus>['data']['attributes']

export const FinishedSteps = createContext<ReadonlySet<SetupStep>>(new Set())

export const useFinishedSteps = (): ReadonlySet<SetupStep> => useContext(FinishedSteps)

/** The first step counts once its checks pass: nothing is saved in it. */
export function finishedOf({ finished, ready }: SetupStatus): ReadonlySet<SetupStep> {
  return new Set<SetupStep>(ready ? ['status-check', ...finished] : finished)
}

/** Where the setup continues. */
export function firstUnfinished(status: SetupStatus): SetupStep {
  const finished = finishedOf(status)
  return wizardSteps.find(({ id }) => !finished.has(id))?.id ?? 'admin-setup'
}

export function canOpen(step: SetupStep, status: SetupStatus): boolean {
  const at = (id: SetupStep) => wizardSteps.findIndex((each) => each.id === id)
  return finishedOf(status).has(step) || at(step) <= at(firstUnfinished(status))
}
