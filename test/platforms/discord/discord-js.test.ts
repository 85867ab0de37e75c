import {
  ApplicationCommandOptionType,
  AttachmentBuilder,
  ComponentType,
  MessageFlags,
  TextInputStyle,
  ThreadAutoArchiveDuration,
  type Client,
  type TextChannel,
} from "discord.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import {
  ada,
  approvals,
  button,
  connect,
  guild,
  nextInteraction,
  nextMessage,
  row,
  stage,
  type Stage,
} from "./harness.ts";

let discord: Stage;
let client: Client<true>;

beforeEach(async () => {
  discord = await stage({ messageContentEnabled: true });
  client = await connect(discord, { content: true });
});

afterEach(async () => {
  await client.destroy();
  await discord.close();
});

const channel = () => client.channels.cache.get(approvals) as TextChannel;

const postCard = () =>
  channel().send({
    embeds: [{ title: "Settle invoice INV-42" }],
    components: [row(button("accept"), button("reject", { style: 4 }))] as never,
  });

const press = (message: string, action: string) =>
  discord.people(ada).press({ place: approvals, message, action });

describe("the unmodified discord.js client", () => {
  it("logs in and knows the guild, its channels and itself", () => {
    expect(client.user.id).toBe(discord.applicationId);
    expect(client.guilds.cache.get(guild)?.name).toBe("Release desk");
    expect(channel().name).toBe("approvals");
    expect(discord.log.map(({ route }) => route)).toEqual(["/gateway/bot"]);
  });

  it("posts a card, hears the press, defers the update and edits the card", async () => {
    const card = await postCard();
    const heard = nextInteraction(client);
    const pressed = press(card.id, "accept");
    const interaction = await heard;
    if (!interaction.isButton()) throw new Error("not a button");
    expect(interaction.customId).toBe("accept");
    expect(interaction.member).toMatchObject({ id: ada });
    expect(interaction.message.id).toBe(card.id);
    await interaction.deferUpdate();
    expect(await pressed).toEqual({ ok: true, message: card.id });
    await channel().messages.edit(card.id, { content: "Accepted by Ada", components: [] });
    const [seen] = discord.people(ada).view().places[0]?.messages ?? [];
    expect(seen).toMatchObject({ content: "Accepted by Ada", components: [], edited: true });
  });

  it("answers one person only, in a follow-up that no channel route can reach", async () => {
    const card = await postCard();
    const heard = nextInteraction(client);
    const pressed = press(card.id, "accept");
    const interaction = await heard;
    if (!interaction.isButton()) throw new Error("not a button");
    await interaction.deferUpdate();
    await pressed;
    const note = await interaction.followUp({
      content: "Only finance can decide.",
      flags: MessageFlags.Ephemeral,
    });
    expect(
      discord
        .people(ada)
        .view()
        .ephemerals.map(({ content }) => content),
    ).toEqual(["Only finance can decide."]);
    expect(discord.people("862228219691405319").view().ephemerals).toEqual([]);
    await expect(channel().messages.fetch(note.id)).rejects.toMatchObject({ code: 10_008 });
  });

  it("opens a modal and reads what was typed into it", async () => {
    const card = await postCard();
    const opened = nextInteraction(client);
    const pressed = press(card.id, "reject");
    const clicked = await opened;
    if (!clicked.isButton()) throw new Error("not a button");
    await clicked.showModal({
      custom_id: "reason",
      title: "Reject",
      components: [
        {
          type: ComponentType.Label,
          label: "Why",
          component: {
            type: ComponentType.TextInput,
            custom_id: "why",
            style: TextInputStyle.Paragraph,
            required: true,
          },
        },
      ],
    });
    const outcome = await pressed;
    expect(outcome).toMatchObject({ ok: true, shown: "Reject" });
    const submitted = nextInteraction(client);
    const modal = outcome.modal ?? "";
    const sent = discord.people(ada).submit({ modal, values: { why: " VAT number missing " } });
    const interaction = await submitted;
    if (!interaction.isModalSubmit()) throw new Error("not a modal");
    expect(interaction.fields.getTextInputValue("why")).toBe(" VAT number missing ");
    if (!interaction.isFromMessage()) throw new Error("not from a message");
    await interaction.update({ content: "Rejected", components: [] });
    expect(await sent).toMatchObject({ ok: true, shown: "Rejected" });
    expect(discord.people(ada).view().modal).toBeNull();
  });

  it("starts a thread from a message and reads the answer typed in it", async () => {
    const card = await postCard();
    const thread = await card.startThread({
      name: "Question",
      autoArchiveDuration: ThreadAutoArchiveDuration.OneDay,
    });
    expect(thread.id).toBe(card.id);
    const answered = nextMessage(client);
    const said = discord.people(ada).say({ place: approvals, thread: thread.id, text: "Staging" });
    expect(said.ok).toBe(true);
    const answer = await answered;
    expect(answer.content).toBe("Staging");
    expect(answer.channelId).toBe(thread.id);
    await expect(
      channel().threads.create({ name: "Again", startMessage: card.id }),
    ).rejects.toMatchObject({ code: 160_004 });
  });

  it("registers a slash command and hears it with its options", async () => {
    await client.application.commands.set(
      [
        {
          name: "pending",
          description: "What waits",
          options: [
            { type: ApplicationCommandOptionType.Integer, name: "limit", description: "How many" },
          ],
        },
      ],
      guild,
    );
    const heard = nextInteraction(client);
    const called = discord
      .people(ada)
      .command({ place: approvals, command: "pending", text: "limit:3" });
    const interaction = await heard;
    if (!interaction.isChatInputCommand()) throw new Error("not a command");
    expect(interaction.options.getInteger("limit")).toBe(3);
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    expect(await called).toMatchObject({ ok: true, shown: "parley is thinking…" });
    await interaction.editReply("Nothing waits for you.");
    const [note] = discord.people(ada).view().ephemerals;
    expect(note).toMatchObject({
      content: "Nothing waits for you.",
      loading: false,
      edited: false,
    });
  });

  it("sends a file whose bytes can be fetched from the address in the message", async () => {
    const file = new AttachmentBuilder(Buffer.from("line 1\nline 2"), { name: "full.txt" });
    const message = await channel().send({ content: "In full:", files: [file] });
    const response = await fetch(message.attachments.first()?.url ?? "");
    expect(await response.text()).toBe("line 1\nline 2");
  });
});
