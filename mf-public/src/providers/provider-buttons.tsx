import { beginSocialSignIn, type ClientConfig, type SignInProvider } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { FurtherIntl, useHost, useLocation } from '@holdall/section'
import { Button, Notice } from '@holdall/ui'
import { useMutation } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { useRetryAfter } from '../error-messages/use-retry-after.ts'
import { errorText } from '../error-messages/error-text.ts'
import { ProviderMark } from './provider-marks.tsx'
import { providerMessages } from './provider-messages.ts'
import { providerName } from './provider-name.ts'

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
`
const Or = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  block-size: 20px;
  color: var(--text-3);
  font-size: var(--t-13);
  &::before,
  &::after {
    flex: 1;
    block-size: 1px;
    background: var(--line);
    content: '';
  }
`

const offered = ({ google, facebook, github, oidc }: ClientConfig['socialLogins']): readonly SignInProvider[] => [
  ...(google ? (['google'] as const) : []),
  ...(facebook ? (['facebook'] as const) : []),
  ...(github ? (['github'] as const) : []),
  ...(oidc === null ? [] : (['oidc'] as const)),
]

/** Below the form of sign-in and sign-up. */
export const ProviderButtons = () => (
  <FurtherIntl further={providerMessages}>
    <Buttons />
  </FurtherIntl>
)

function Buttons() {
  const { config } = useHost()
  const intl = useIntl()
  const redirect = new URLSearchParams(useLocation().search).get('redirect')
  const { mutate, isPending, isSuccess, variables, error } = useMutation({
    mutationFn: (provider: SignInProvider) =>
      api.call(beginSocialSignIn, { params: { provider }, query: redirect === null ? {} : { redirect } }),
    onSuccess: ({ data }) => {
      window.location.assign(data.url)
    },
  })
  const wait = useRetryAfter(error)
  // The page is being left.
  const isBusy = isPending || isSuccess
  return (
    <Stack>
      <Or>
        <FormattedMessage id="providers.or" />
      </Or>
      {offered(config.socialLogins).map((provider) => (
        <Button
          key={provider}
          block
          busy={isBusy && variables === provider}
          disabled={isBusy && variables !== provider}
          onClick={() => {
            if (!isBusy) mutate(provider)
          }}
        >
          <ProviderMark provider={provider} />
          <span>
            <FormattedMessage
              id="providers.begin"
              values={{ name: <bdi key="name">{providerName(provider, config, intl)}</bdi> }}
            />
          </span>
        </Button>
      ))}
      {error ? (
        <Notice tone="danger" role="alert">
          {wait?.text ??
            (isApiError(error, 'provider-unavailable') ? (
              <FormattedMessage
                id="providers.refused_text"
                values={{ reason: 'unavailable', name: providerName(variables, config, intl) }}
              />
            ) : (
              errorText(intl, error)
            ))}
        </Notice>
      ) : null}
    </Stack>
  )
}
