/** A platform on the page, as one of its people sees it. */
export interface PersonScreen {
  become(userId: string): void;
  /** Shows what that person sees by now. */
  refresh(): void;
}
