import { Email, MAX_SHARE_EMAILS } from '@holdall/api'
import { isolate } from '@holdall/section'
import { useState } from 'react'
import { useIntl } from 'react-intl'

export interface EmailAddresses {
  readonly addresses: readonly string[]
  /** What is typed and not yet an address of the list. */
  readonly text: string
  /** What is wrong with it; null when nothing is. */
  readonly problem: string | null
  setText(text: string): void
  remove(address: string): void
  /** Takes what is typed into the list. Returns the list, or null where something is wrong. */
  commit(text?: string): readonly string[] | null
  clear(): void
}

/** The addresses of a text, in lower case, and the parts of it that are none; spaces, commas and semicolons separate. */
export function splitAddresses(text: string): { readonly valid: string[]; readonly invalid: string[] } {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  return {
    valid: parts.flatMap((part) => Email.safeParse(part).data ?? []),
    invalid: parts.filter((part) => !Email.safeParse(part).success),
  }
}

/** A list of e-mail addresses that is being typed. */
export function useEmailAddresses(): EmailAddresses {
  const intl = useIntl()
  const [{ addresses, text, problem }, setState] = useState<{
    addresses: readonly string[]
    text: string
    problem: string | null
  }>({ addresses: [], text: '', problem: null })
  return {
    addresses,
    text,
    problem,
    setText(next) {
      setState({ addresses, text: next, problem: null })
    },
    remove(address) {
      setState({ addresses: addresses.filter((each) => each !== address), text, problem: null })
    },
    commit(typed = text) {
      const { valid, invalid } = splitAddresses(typed)
      const all = [...new Set([...addresses, ...valid])]
      const isTooMany = all.length > MAX_SHARE_EMAILS
      const found = isTooMany
        ? intl.formatMessage({ id: 'share.email.too_many' }, { count: MAX_SHARE_EMAILS })
        : invalid[0] === undefined
          ? null
          : intl.formatMessage({ id: 'share.email.invalid' }, { address: isolate(invalid[0]) })
      setState(
        isTooMany
          ? { addresses, text: typed, problem: found }
          : { addresses: all, text: invalid.join(' '), problem: found },
      )
      return found === null ? all : null
    },
    clear() {
      setState({ addresses: [], text: '', problem: null })
    },
  }
}
