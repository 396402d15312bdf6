import { type Endpoint, ErrorBody, errorsOf, errorStatus } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import { tokenScopeOf } from '@holdall/api/token-scopes'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

const jsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function parameters(schema: z.core.$ZodType, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: value,
  }))
}

function responses(endpoint: Endpoint): Json {
  const success: Json =
    endpoint.answers === 'json'
      ? { content: { 'application/json': { schema: jsonSchema(endpoint.response, 'output') } } }
      : endpoint.answers === 'bytes'
        ? { content: { 'application/octet-stream': {} } }
        : {}
  const byStatus = new Map<number, string[]>()
  for (const code of errorsOf(endpoint)) {
    const status = errorStatus[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return {
    [endpoint.status]: { description: 'Success', ...success },
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        {
          description: codes.join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
    ),
  }
}

function body(endpoint: Endpoint): Json {
  if (endpoint.takes === 'nothing') return {}
  const schema = jsonSchema(endpoint.body, 'input')
  if (endpoint.takes === 'json') return { requestBody: { content: { 'application/json': { schema } } } }
  if (endpoint.image) {
    const properties = { [endpoint.image.field]: { type: 'string', format: 'binary' } }
    const form = { type: 'object', properties, required: [endpoint.image.field] }
    return { requestBody: { content: { 'multipart/form-data': { schema: form } } } }
  }
  return {
    requestBody: {
      content: {
        'multipart/form-data': { schema },
        'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      },
    },
  }
}

/** Whose calls are answered as those of a user: sessions, and API tokens with the scope. */
function security(endpoint: Endpoint): Json[] {
  const { by } = endpoint.access
  if (by !== 'user' && by !== 'admin') return []
  const scope = tokenScopeOf(endpoint)
  return [{ session: [] }, ...(scope === null ? [] : [{ token: [scope] }])]
}

/** OpenAPI 3.1, made from the endpoint table. */
export function describeApi(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const { access } = endpoint
    ;(paths[path] ??= {})[endpoint.method.toLowerCase()] = {
      operationId: endpoint.id,
      summary: endpoint.summary,
      tags: [endpoint.id.split('.')[0]],
      parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
      security: security(endpoint),
      'x-access': access.by,
      ...body(endpoint),
      responses: responses(endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Holdall', version, description: 'POST with `_method` in the body reaches PUT, PATCH and DELETE.' },
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'holdall_session' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token, created by `POST /api/user/tokens`. It needs the scope that a call names.',
        },
      },
    },
  }
}
