import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isTest, sourceFiles } from './source-files.mjs'

const productFiles = (folder) => sourceFiles(folder).filter((file) => !isTest(file))

/** What a file imports: values and types, static and lazy. A relative path is resolved against `folder`. */
function importsOf(folder, file, text = readFileSync(join(folder, file), 'utf8')) {
  return [...text.matchAll(/(?:\bfrom|\bimport\s*\(?)\s*'([^']+)'/g)].map(([, path]) =>
    path.startsWith('.')
      ? relative(folder, join(folder, dirname(file), path))
          .split(sep)
          .join('/')
      : path,
  )
}

/** Module -> module that it imports -> one file that does. `moduleOf` returns the module of a file. Without tests. */
export function importGraph(folder, moduleOf) {
  const files = new Set(productFiles(folder))
  const graph = new Map([...files].map((file) => [moduleOf(file), new Map()]))
  for (const file of files) {
    for (const target of importsOf(folder, file)) {
      if (!files.has(target)) continue
      const [from, to] = [moduleOf(file), moduleOf(target)]
      if (from !== to) graph.get(from).set(to, file)
    }
  }
  return graph
}

/**
 * Levels from the lowest: each module imports those of lower levels only. `rest` has the modules that are in a cycle,
 * or import one that is.
 */
export function levelsOf(graph) {
  const levels = []
  const rest = new Map(graph)
  for (;;) {
    const level = [...rest]
      .filter(([, imports]) => ![...imports.keys()].some((to) => rest.has(to)))
      .map(([name]) => name)
    if (level.length === 0) return { levels, rest: [...rest.keys()] }
    for (const name of level) rest.delete(name)
    levels.push(level.toSorted((a, b) => a.localeCompare(b)))
  }
}

/** Imports from a lower layer to a higher one, as sentences. `layers` are prefixes of modules, the lowest first. */
export function upwardImports(graph, layers) {
  const layerOf = (name) => layers.findIndex((prefix) => name === prefix || name.startsWith(`${prefix}/`))
  return [...graph].flatMap(([from, imports]) =>
    [...imports]
      .filter(([to]) => {
        const [low, high] = [layerOf(from), layerOf(to)]
        return low !== -1 && (high === -1 || high > low)
      })
      .map(([to, file]) => `${file} imports ${to}, which is above it`),
  )
}

/**
 * Imports of one of the `apps` from a library, by its package name or by its path, as sentences. Tests are left out.
 */
export function appImports(root, library, apps) {
  const isApp = (target) =>
    apps.some((app) => `${target}/`.startsWith(`@holdall/${app}/`) || target.startsWith(`${app}/`))
  return productFiles(join(root, library))
    .map((file) => `${library}/${file}`)
    .flatMap((file) =>
      importsOf(root, file)
        .filter(isApp)
        .map((target) => `${file} imports ${target}, which is an app`),
    )
}

/**
 * Test files below `folder` that reach none of `modules`, by what they import and what that imports. A file that has
 * one of the texts `marks` counts as one of `modules`: for globals, and for programs, which are named by path.
 */
export function testsWithout(folder, modules, marks) {
  const read = new Map()
  const contentsOf = (file) => {
    if (!read.has(file)) {
      const text = readFileSync(join(folder, file), 'utf8')
      read.set(file, { isMarked: marks.some((mark) => text.includes(mark)), imports: importsOf(folder, file, text) })
    }
    return read.get(file)
  }
  const files = new Set(sourceFiles(folder))
  const reaches = (test) => {
    const found = new Set([test])
    for (const file of found) {
      const { isMarked, imports } = contentsOf(file)
      if (isMarked || imports.some((target) => modules.includes(target))) return true
      for (const target of imports) if (files.has(target)) found.add(target)
    }
    return false
  }
  return [...files].filter((file) => file.endsWith('.test.ts') && !reaches(file))
}
