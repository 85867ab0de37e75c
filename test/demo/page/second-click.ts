/** The second click of a double click may land on what moved under the pointer after the first: it presses nothing. */
export function isSecondClick(detail: number): boolean {
  return detail > 1;
}
