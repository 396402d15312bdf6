import { testApp, type TestApp } from '../testing/test-app.ts'

interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}
type Responses = Readonly<
  Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
>
type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly operationId: string; readonly responses: Responses }>>>
>

/** Decision 30: they describe the installation, are read as a whole, or tell what comes after an action. */
const documents = new Set([
  'admin.sections',
  'auth.sign-in',
  'auth.sign-up',
  'files.navigation',
  'client-config.show',
  'openapi.show',
  'passkeys.confirmation-options',
  'passkeys.registration-options',
  'passkeys.sign-in',
  'passkeys.sign-in-options',
  'frontend.sections',
  'social-sign-in.begin',
  'social-sign-in.begin-link',
  'social-sign-in.confirm-pending',
  'teams.tree',
  'translations.show',
  'public-links.navigation',
  'upload-requests.navigation',
  'realtime.authorise',
])

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

const isResource = ({ type, properties, required }: JsonSchema): boolean =>
  type === 'object' &&
  ['id', 'type', 'attributes'].every((name) => required?.includes(name)) &&
  Object.keys(properties ?? {}).every((name) => ['id', 'type', 'attributes', 'relationships', 'meta'].includes(name)) &&
  properties?.['attributes']?.type === 'object'

function isOfResources(data: JsonSchema | undefined): boolean {
  if (!data) return false
  if (data.anyOf) return data.anyOf.filter(({ type }) => type !== 'null').every(isOfResources)
  return data.type === 'array' ? isOfResources(data.items) : isResource(data)
}

const isMessage = ({ properties }: JsonSchema) => properties !== undefined && 'message' in properties

// That answers are what the description says is checked by every test: the server refuses to send others.
test('every answer is resources, a message about an action, or one of the documents that decision 30 names', async () => {
  const { body } = await holdall.visitor().get('/api/openapi.json')
  const answers = Object.values(body.paths as Paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([, response]) => ({ id: operationId, schema: response.content?.['application/json']?.schema })),
    )
    .filter((answer): answer is { id: string; schema: JsonSchema } => answer.schema !== undefined)
  expect(answers.length).toBeGreaterThan(20)
  const others = answers.filter(({ schema }) => !isOfResources(schema.properties?.['data']) && !isMessage(schema))
  expect(others.map(({ id }) => id).sort()).toEqual([...documents].sort())
})
