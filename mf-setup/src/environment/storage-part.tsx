import { storageTestSteps } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { Badge, Button } from '@holdall/ui'
import { Cloud, HardDrive, PlugZap } from '@holdall/ui/icons'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { ProblemNotice } from '../error-messages/problem-notice.tsx'
import { ChoiceCards } from '../form-parts/choice-cards.tsx'
import { FormSection } from '../form-parts/form-layout.tsx'
import { lockedBy } from '../form-parts/locked-values.ts'
import { PrivateAddress } from '../form-parts/private-address.tsx'
import { LockedNotice } from '../form-parts/setup-fields.tsx'
import { type TestLine, ResultList } from '../form-parts/result-list.tsx'
import type { SetupValues } from '../setup-calls/setup-queries.ts'
import { storageBody } from './environment-body.ts'
import type { EnvironmentForm } from './environment-form.ts'
import { useTestStorage } from './environment-queries.ts'
import type { PartProps } from './part-props.ts'
import { S3Fields } from './s3-fields.tsx'

/** Where the contents of files are kept. */
export function StoragePart({ values, problem, validate, onProblem }: PartProps) {
  const intl = useIntl()
  const { control, setValue, getValues } = useFormContext<EnvironmentForm>()
  const driver = useWatch({ control, name: 'storage.driver' })
  const test = useTestStorage()
  const lock = lockedBy(values, 'storage')
  const text = (id: string) => intl.formatMessage({ id: `storage.${id}` })

  const run = async () => {
    onProblem(null)
    test.reset()
    if (!(await validate('storage'))) return
    test.mutate(storageBody(getValues('storage'), values), { onError: onProblem })
  }

  return (
    <FormSection title={text('title')} text={text('text')}>
      {lock === undefined ? null : <LockedNotice by={lock} />}
      <ChoiceCards
        label={text('title')}
        disabled={lock !== undefined}
        value={driver}
        onChange={(next) => {
          onProblem(null)
          test.reset()
          setValue('storage.driver', next, { shouldDirty: true })
        }}
        choices={[
          {
            value: 'local',
            icon: HardDrive,
            name: text('local'),
            badge: <Badge hue="green">{intl.formatMessage({ id: 'setup.recommended' })}</Badge>,
            help: <LocalHelp values={values} />,
          },
          { value: 's3', icon: Cloud, name: text('s3'), help: text('s3_help') },
        ]}
      />
      {driver === 's3' && lock === undefined ? (
        <S3Fields isSecretSaved={values.storage.driver === 's3' && values.storage.has_secret} />
      ) : null}
      <PrivateAddress name="storage.allow_private" error={problem} />
      <div>
        <Button icon={PlugZap} busy={test.isPending} onClick={() => void run()}>
          {text('test')}
        </Button>
      </div>
      {problem && !isApiError(problem, 'private-address') ? <ProblemNotice error={problem} /> : null}
      {test.isPending || test.data ? (
        <ResultList
          label={text('test_result')}
          lines={linesOf(test.data, (id) => intl.formatMessage({ id: `storage.test_${id}` }))}
        />
      ) : null}
    </FormSection>
  )
}

const LocalHelp = ({ values: { storage } }: { readonly values: SetupValues }) =>
  storage.driver === 'local' ? (
    <FormattedMessage id="storage.local_help" values={{ path: <bdi key="path">{storage.path}</bdi> }} />
  ) : (
    <FormattedMessage id="storage.local_help_elsewhere" />
  )

type Results = NonNullable<ReturnType<typeof useTestStorage>['data']>

function linesOf(results: Results | undefined, name: (id: string) => string): TestLine[] {
  return storageTestSteps.map((id) => {
    const result = results?.find((each) => each.id === id)
    const message = [result?.message, result?.detail].filter(Boolean).join(' ')
    return { id, name: name(id), state: result?.state ?? 'running', message }
  })
}
