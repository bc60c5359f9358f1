/** After a form was refused: the first field that has to be corrected takes the focus, once its error is painted. */
export function focusFirstInvalid(form: Element): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
