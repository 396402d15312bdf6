import { storageTestSteps } from '@holdall/api'
import { Button } from '@holdall/ui'
import { Cloud, HardDrive, PlugZap } from '@holdall/ui/icons'
import { useFormContext, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { type TestLine, ResultList } from '../form-parts/result-list.tsx'
import type { SetupValues } from '../setup-calls/setup-queries.ts'
import { storageBody } from './environment-body.ts'
import type { EnvironmentForm } from './environment-form.ts'
import { useTestStorage } from './environment-queries.ts'
import { EnvironmentPart } from './environment-part.tsx'
import type { PartProps } from './part-props.ts'
import { S3Fields } from './s3-fields.tsx'

/** Where the contents of files are kept. */
export function StoragePart({ values, problem, validate, onProblem }: PartProps) {
  const intl = useIntl()
  const { control, setValue, getValues } = useFormContext<EnvironmentForm>()
  const driver = useWatch({ control, name: 'storage.driver' })
  const test = useTestStorage()
  const text = (id: string) => intl.formatMessage({ id: `storage.${id}` })

  const run = async () => {
    onProblem(null)
    test.reset()
    if (!(await validate('storage'))) return
    test.mutate(storageBody(getValues('storage'), values), { onError: onProblem })
  }

  return (
    <EnvironmentPart
      name="storage"
      values={values}
      problem={problem}
      onProblem={onProblem}
      driver={driver}
      onChoose={(next) => {
        test.reset()
        setValue('storage.driver', next, { shouldDirty: true })
      }}
      choices={[
        {
          value: 'local',
          icon: HardDrive,
          name: text('local'),
          isRecommended: true,
          help: <LocalHelp values={values} />,
        },
        { value: 's3', icon: Cloud, name: text('s3'), help: text('s3_help') },
      ]}
      fields={
        driver === 's3' ? (
          <S3Fields isSecretSaved={values.storage.driver === 's3' && values.storage.has_secret} />
        ) : null
      }
      test={
        <div>
          <Button icon={PlugZap} busy={test.isPending} onClick={() => void run()}>
            {text('test')}
          </Button>
        </div>
      }
      result={
        test.isPending || test.data ? (
          <ResultList
            label={text('test_result')}
            lines={linesOf(test.data, (id) => intl.formatMessage({ id: `storage.test_${id}` }))}
          />
        ) : null
      }
    />
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
