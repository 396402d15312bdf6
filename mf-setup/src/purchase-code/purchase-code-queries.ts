import { setupPurchaseCode } from '@holdall/api'
import { api } from '@holdall/api-client'
import { useSaveStep } from '../saving/use-save-step.ts'

/** Saves the code; null skips the step. */
export const useSavePurchaseCode = () =>
  useSaveStep('purchase-code', (code: string | null, headers) =>
    api.call(setupPurchaseCode, { body: { purchase_code: code } }, { headers }),
  )
