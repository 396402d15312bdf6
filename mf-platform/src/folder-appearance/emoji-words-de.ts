import cldr from 'cldr-annotations-full/annotations/de/annotations.json'

export const words = cldr.annotations.annotations
