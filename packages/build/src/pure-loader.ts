/**
 * webpack loader for packages/api: marks schema and endpoint definitions as free of side effects, so that each section
 * bundles only the endpoints that it calls.
 */
export default function pureLoader(source: string): string {
  return source.replaceAll(/(?<=[=:(,[]\s*)((?:z\.\w+|endpoint)\()/g, '/*#__PURE__*/ $1')
}
