import type { LinkedSignIn } from '@holdall/api'
import { isolate, useHost, useSearch } from '@holdall/section'
import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'

/** The server's address of this page after a sign-in was linked, with the provider. */
const RESULT_PARAMETER = 'linked'

/** Says once that a provider was linked, if it is: anybody can write an address. Then the address is without it. */
export function useLinkedToast(signIns: readonly LinkedSignIn[] | undefined): void {
  const { toasts } = useHost()
  const { formatMessage } = useIntl()
  const [search, setSearch] = useSearch()
  const provider = search.get(RESULT_PARAMETER)
  const handled = useRef<string | null>(null)
  useEffect(() => {
    if (provider === null) handled.current = null
    // The list can be fetched again before the address is without it.
    if (provider === null || signIns === undefined || handled.current === provider) return
    handled.current = provider
    const linked = signIns.find(({ attributes }) => attributes.usable && attributes.provider === provider)
    if (linked) {
      const name = isolate(linked.attributes.provider_name)
      toasts.show({ type: 'success', message: formatMessage({ id: 'user.security.linked_done' }, { name }) })
    }
    setSearch(
      (current) => {
        const others = new URLSearchParams(current)
        others.delete(RESULT_PARAMETER)
        return others
      },
      { replace: true },
    )
  }, [provider, signIns, toasts, formatMessage, setSearch])
}
