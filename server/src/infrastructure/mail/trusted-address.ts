import type { Mailer } from './mail.ts'

/** Whether the address of an account counts as that of its user: without a mail server, nobody can confirm one. */
export const isAddressTrusted = (
  { delivers }: Pick<Mailer, 'delivers'>,
  { verified_at }: { readonly verified_at: number | null },
): boolean => !delivers || verified_at !== null
