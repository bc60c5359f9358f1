export {
  asToldBy,
  CELL_FIELDS,
  type CellField,
  type Columns,
  cellsFor,
  changedAt,
  closedColumn,
  filesOf,
  type Told,
  told,
  type Value,
  valuesOf,
} from './field-mapping.rules.ts'
