import { isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { Button, Notice } from '@holdall/ui'
import { Radio, RadioTower, Server, ZapOff } from '@holdall/ui/icons'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { isPort } from '../form-parts/field-checks.ts'
import { FieldGrid } from '../form-parts/form-layout.tsx'
import { CheckField, SecretField, TextField } from '../form-parts/setup-fields.tsx'
import { broadcastBody } from './environment-body.ts'
import type { EnvironmentForm } from './environment-form.ts'
import { useTestBroadcast } from './environment-queries.ts'
import { EnvironmentPart } from './environment-part.tsx'
import type { PartProps } from './part-props.ts'

const technical = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const

/** How open pages are told about changes. */
export function BroadcastPart({ values, problem, validate, onProblem }: PartProps) {
  const intl = useIntl()
  const { toasts } = useHost()
  const { control, setValue, getValues } = useFormContext<EnvironmentForm>()
  const driver = useWatch({ control, name: 'broadcast.driver' })
  const test = useTestBroadcast()
  const text = (id: string) => intl.formatMessage({ id: `broadcast.${id}` })

  const run = async () => {
    onProblem(null)
    test.reset()
    if (!(await validate('broadcast'))) return
    test.mutate(broadcastBody(getValues('broadcast'), values), {
      onSuccess: () => {
        toasts.show({ type: 'success', message: text('test_passed') })
      },
      onError: (error) => {
        toasts.show({ type: 'danger', message: text('test_failed') })
        // What the server says besides: the fields, the other server's own words.
        if (isApiError(error) && error.code !== 'aborted') onProblem(error)
      },
    })
  }

  return (
    <EnvironmentPart
      name="broadcast"
      values={values}
      problem={problem}
      onProblem={onProblem}
      driver={driver}
      onChoose={(next) => {
        test.reset()
        setValue('broadcast.driver', next, { shouldDirty: true })
      }}
      choices={[
        {
          value: 'native',
          icon: RadioTower,
          name: text('native'),
          isRecommended: true,
          help: text('native_help'),
        },
        { value: 'pusher', icon: Server, name: text('pusher'), help: text('pusher_help') },
        { value: 'none', icon: ZapOff, name: text('none'), help: text('none_help') },
      ]}
      fields={
        driver === 'pusher' ? (
          <PusherFields isSecretSaved={values.broadcast.driver === 'pusher' && values.broadcast.has_secret} />
        ) : null
      }
      test={
        <>
          {driver === 'none' ? null : (
            <div>
              <Button icon={Radio} busy={test.isPending} onClick={() => void run()}>
                {text('test')}
              </Button>
            </div>
          )}
          {test.isPending ? (
            <output>
              <Notice tone="info">
                <FormattedMessage id="broadcast.test_running" />
              </Notice>
            </output>
          ) : null}
        </>
      }
    />
  )
}

function PusherFields({ isSecretSaved }: { readonly isSecretSaved: boolean }) {
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id: `broadcast.${id}` })
  return (
    <FieldGrid>
      <TextField name="broadcast.host" label={text('host')} placeholder="api-eu.pusher.com" isRequired {...technical} />
      <TextField
        name="broadcast.port"
        label={text('port')}
        inputMode="numeric"
        isRequired
        check={isPort}
        {...technical}
      />
      <div data-wide>
        <CheckField name="broadcast.tls" label={text('tls')} />
      </div>
      <TextField name="broadcast.app_id" label={text('app_id')} isRequired {...technical} />
      <TextField name="broadcast.key" label={text('key')} isRequired {...technical} />
      <SecretField name="broadcast.secret" isWide label={text('secret')} isSaved={isSecretSaved} isRequired />
      <TextField
        name="broadcast.socket_host"
        label={text('socket_host')}
        hint={text('socket_host_hint')}
        placeholder="ws-eu.pusher.com"
        {...technical}
      />
      <TextField
        name="broadcast.socket_port"
        label={text('socket_port')}
        hint={text('socket_port_hint')}
        inputMode="numeric"
        check={isPort}
        {...technical}
      />
      <div data-wide>
        <CheckField name="broadcast.socket_tls" label={text('socket_tls')} />
      </div>
    </FieldGrid>
  )
}
