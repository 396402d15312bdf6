import { type TokenScope, tokenScopes } from '@holdall/api'
import { isolate } from '@holdall/section'
import { linkStyles } from '@holdall/ui'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'

/** Of a longer list this many are shown, and how many more there are. */
const MAX_SHOWN = 3
const SHOWN_OF_MORE = 2

const Toggle = styled.button`
  ${linkStyles}
`

interface TokenPermissionsProps {
  readonly name: string
  readonly scopes: readonly TokenScope[]
}

/** What a token may do. A long list is shortened until it is opened, so that rows are not tall on a phone. */
export function TokenPermissions({ name, scopes }: TokenPermissionsProps) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  if (tokenScopes.every((scope) => scopes.includes(scope))) {
    return <FormattedMessage id="user.security.token_scopes_all" />
  }
  const labels = scopes.map((scope) => intl.formatMessage({ id: `user.security.token_scope.${scope}` }))
  if (labels.length <= MAX_SHOWN) return intl.formatList(labels)
  const values = { count: labels.length - SHOWN_OF_MORE, name: isolate(name) }
  const text = (id: string) => intl.formatMessage({ id: `user.security.token_scopes_${id}` }, values)
  const state = isOpen ? 'fewer' : 'more'
  // The same element in both states, so that it keeps the focus.
  const toggle = (
    <Toggle
      key="toggle"
      type="button"
      aria-expanded={isOpen}
      aria-label={text(`${state}_named`)}
      onClick={() => {
        setOpen(!isOpen)
      }}
    >
      {text(state)}
    </Toggle>
  )
  return isOpen ? [intl.formatList(labels), ' ', toggle] : intl.formatList([...labels.slice(0, SHOWN_OF_MORE), toggle])
}
