import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SetupStep, setupSteps } from '@holdall/api'
import * as z from 'zod/mini'
import { replaceFile } from '../../infrastructure/replace-file.ts'

const Progress = z.object({
  finished: z._default(z.array(SetupStep), []),
  purchase_code: z._default(z.nullable(z.string()), null),
})
type Progress = z.output<typeof Progress>

const pathIn = (dataDir: string) => join(dataDir, 'setup.json')

/** How far the setup is. In the data folder, because the database changes meanwhile. A damaged file is none. */
export function readProgress(dataDir: string): Progress {
  try {
    return Progress.parse(JSON.parse(readFileSync(pathIn(dataDir), 'utf8')))
  } catch {
    return { finished: [], purchase_code: null }
  }
}

const write = (dataDir: string, progress: Progress) => replaceFile(pathIn(dataDir), `${JSON.stringify(progress)}\n`)

/** `undone`: steps whose values are not there any more. */
export function finishStep(dataDir: string, step: SetupStep, undone: readonly SetupStep[] = []): void {
  const progress = readProgress(dataDir)
  const finished = setupSteps.filter(
    (each) => each === step || each === 'status-check' || (progress.finished.includes(each) && !undone.includes(each)),
  )
  write(dataDir, { ...progress, finished })
}

export function keepPurchaseCode(dataDir: string, code: string | null): void {
  write(dataDir, { ...readProgress(dataDir), purchase_code: code })
  finishStep(dataDir, 'purchase-code')
}

export const nextStep = ({ finished }: Progress): SetupStep =>
  setupSteps.find((step) => !finished.includes(step)) ?? 'admin-setup'

/** After the setup. */
export const removeProgress = (dataDir: string): void => rmSync(pathIn(dataDir), { force: true })
