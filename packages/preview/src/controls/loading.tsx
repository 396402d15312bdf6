import { Spinner } from '@holdall/ui'
import { useIntl } from 'react-intl'
import styled from 'styled-components'

const Root = styled.output`
  display: grid;
  place-items: center;
  block-size: 100%;
`

/** In place of a file that is loading; screen readers read its name. */
export function Loading({ name }: { readonly name: string }) {
  const intl = useIntl()
  return (
    <Root aria-label={intl.formatMessage({ id: 'preview.loading' }, { name })}>
      <Spinner />
    </Root>
  )
}
