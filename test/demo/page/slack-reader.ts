import type { PersonView } from "../../platforms/slack/people.ts";

/** Whose eyes a message is shown to: names, the own mention. */
export interface Reader {
  readonly you: string;
  nameOf(userId: string): string;
  placeName(placeId: string): string;
}

export function readerOf(view: PersonView): Reader {
  const people = new Map(view.people.map(({ id, name }) => [id, name]));
  const places = new Map(view.places.map(({ id, name }) => [id, name]));
  return {
    you: view.you.id,
    nameOf: (id) => people.get(id) ?? id,
    placeName: (id) => places.get(id) ?? id,
  };
}
