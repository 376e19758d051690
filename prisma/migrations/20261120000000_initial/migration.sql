-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "topics_policy" AS ENUM ('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only');

-- CreateEnum
CREATE TYPE "event_reach" AS ENUM ('audience', 'public');

-- CreateEnum
CREATE TYPE "user_group_kind" AS ENUM ('system', 'named', 'anonymous');

-- CreateTable
CREATE TABLE "channel" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "rendered_description" TEXT NOT NULL DEFAULT '',
    "date_created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "creator_id" INTEGER,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "invite_only" BOOLEAN NOT NULL DEFAULT false,
    "is_web_public" BOOLEAN NOT NULL DEFAULT false,
    "history_public_to_subscribers" BOOLEAN NOT NULL DEFAULT true,
    "topics_policy" "topics_policy" NOT NULL DEFAULT 'inherit',
    "message_retention_days" INTEGER,
    "folder_id" INTEGER,
    "default_push_notifications" BOOLEAN NOT NULL DEFAULT false,
    "first_message_id" INTEGER,
    "is_recently_active" BOOLEAN NOT NULL DEFAULT true,
    "weekly_traffic" INTEGER,
    "subscriber_count" INTEGER NOT NULL DEFAULT 0,
    "can_add_subscribers_group_id" INTEGER NOT NULL,
    "can_administer_channel_group_id" INTEGER NOT NULL,
    "can_create_topic_group_id" INTEGER NOT NULL,
    "can_delete_any_message_group_id" INTEGER NOT NULL,
    "can_delete_own_message_group_id" INTEGER NOT NULL,
    "can_move_messages_out_of_channel_group_id" INTEGER NOT NULL,
    "can_move_messages_within_channel_group_id" INTEGER NOT NULL,
    "can_remove_subscribers_group_id" INTEGER NOT NULL,
    "can_resolve_topics_group_id" INTEGER NOT NULL,
    "can_send_message_group_id" INTEGER NOT NULL,
    "can_subscribe_group_id" INTEGER NOT NULL,

    CONSTRAINT "channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "default_channel" (
    "channel_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,

    CONSTRAINT "default_channel_pkey" PRIMARY KEY ("channel_id")
);

-- CreateTable
CREATE TABLE "password" (
    "user_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "client_name" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "direct_message_group" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "participant_ids" INTEGER[],
    "participant_hash" BYTEA NOT NULL,

    CONSTRAINT "direct_message_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event" (
    "organization_id" INTEGER NOT NULL,
    "id" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "audience" INTEGER[],
    "for_everyone" BOOLEAN NOT NULL DEFAULT false,
    "per_user" JSON,
    "reach" "event_reach" NOT NULL DEFAULT 'audience',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "event_queue" (
    "id" UUID NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "event_types" TEXT[],
    "all_event_types" BOOLEAN NOT NULL DEFAULT true,
    "all_public_streams" BOOLEAN NOT NULL DEFAULT false,
    "narrow" JSON NOT NULL DEFAULT '[]',
    "presentation" JSON NOT NULL,
    "idle_timeout_seconds" INTEGER NOT NULL,
    "registered_at_id" BIGINT NOT NULL,
    "acknowledged_id" BIGINT NOT NULL,
    "held_by" UUID,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_queue_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "user_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "response" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "message" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "sender_id" INTEGER NOT NULL,
    "channel_id" INTEGER,
    "direct_message_group_id" INTEGER,
    "topic" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL,
    "rendered_content" TEXT NOT NULL,
    "topic_links" JSON NOT NULL DEFAULT '[]',
    "sending_client" TEXT NOT NULL,
    "date_sent" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_edited_at" TIMESTAMPTZ(3),
    "last_moved_at" TIMESTAMPTZ(3),
    "edit_history" JSON,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_message" (
    "user_id" INTEGER NOT NULL,
    "message_id" INTEGER NOT NULL,
    "flags" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "user_message_pkey" PRIMARY KEY ("user_id","message_id")
);

-- CreateTable
CREATE TABLE "organization" (
    "id" SERIAL NOT NULL,
    "uuid" UUID NOT NULL,
    "subdomain" TEXT,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "rendered_description" TEXT NOT NULL DEFAULT '',
    "date_created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "user_defaults" JSONB NOT NULL DEFAULT '{}',
    "disabled_sign_in_methods" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "icon_file" TEXT,
    "logo_file" TEXT,
    "night_logo_file" TEXT,
    "last_event_id" BIGINT NOT NULL DEFAULT 0,
    "upload_space_used" BIGINT NOT NULL DEFAULT 0,
    "linkifiers_version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_permission" (
    "organization_id" INTEGER NOT NULL,
    "setting" TEXT NOT NULL,
    "group_id" INTEGER NOT NULL,

    CONSTRAINT "organization_permission_pkey" PRIMARY KEY ("organization_id","setting")
);

-- CreateTable
CREATE TABLE "subscription" (
    "user_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "color" TEXT NOT NULL DEFAULT '#c2c2c2',
    "is_muted" BOOLEAN NOT NULL DEFAULT false,
    "pin_to_top" BOOLEAN NOT NULL DEFAULT false,
    "desktop_notifications" BOOLEAN,
    "audible_notifications" BOOLEAN,
    "push_notifications" BOOLEAN,
    "email_notifications" BOOLEAN,
    "wildcard_mentions_notify" BOOLEAN,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("user_id","channel_id")
);

-- CreateTable
CREATE TABLE "user_group" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "kind" "user_group_kind" NOT NULL,
    "name" TEXT,
    "description" TEXT NOT NULL DEFAULT '',
    "date_created" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "creator_id" INTEGER,
    "deactivated" BOOLEAN NOT NULL DEFAULT false,
    "abandoned_at" TIMESTAMPTZ(3),
    "can_add_members_group_id" INTEGER,
    "can_join_group_id" INTEGER,
    "can_leave_group_id" INTEGER,
    "can_manage_group_id" INTEGER,
    "can_mention_group_id" INTEGER,
    "can_remove_members_group_id" INTEGER,

    CONSTRAINT "user_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_group_member" (
    "group_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "user_group_member_pkey" PRIMARY KEY ("group_id","user_id")
);

-- CreateTable
CREATE TABLE "user_group_subgroup" (
    "supergroup_id" INTEGER NOT NULL,
    "subgroup_id" INTEGER NOT NULL,

    CONSTRAINT "user_group_subgroup_pkey" PRIMARY KEY ("supergroup_id","subgroup_id")
);

-- CreateTable
CREATE TABLE "muted_user" (
    "user_id" INTEGER NOT NULL,
    "muted_user_id" INTEGER NOT NULL,
    "muted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "muted_user_pkey" PRIMARY KEY ("user_id","muted_user_id")
);

-- CreateTable
CREATE TABLE "user_topic" (
    "user_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "topic_key" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "visibility_policy" SMALLINT NOT NULL,
    "last_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_topic_pkey" PRIMARY KEY ("user_id","channel_id","topic_key")
);

-- CreateTable
CREATE TABLE "user" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "delivery_email" TEXT NOT NULL,
    "full_name" TEXT NOT NULL,
    "role" SMALLINT NOT NULL DEFAULT 400,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "date_joined" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "awaits_first_login" BOOLEAN NOT NULL DEFAULT false,
    "is_imported_stub" BOOLEAN NOT NULL DEFAULT false,
    "is_deleted" BOOLEAN NOT NULL DEFAULT false,
    "last_active_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "bot_type" SMALLINT,
    "bot_owner_id" INTEGER,
    "is_system_bot" BOOLEAN NOT NULL DEFAULT false,
    "email_address_visibility" SMALLINT NOT NULL DEFAULT 1,
    "timezone" TEXT NOT NULL DEFAULT '',
    "avatar_source" CHAR(1) NOT NULL DEFAULT 'J',
    "avatar_version" INTEGER NOT NULL DEFAULT 1,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "can_create_users" BOOLEAN NOT NULL DEFAULT false,
    "can_change_user_emails" BOOLEAN NOT NULL DEFAULT false,
    "can_forge_sender" BOOLEAN NOT NULL DEFAULT false,
    "avatar_file" TEXT,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel_email_address" (
    "hash" BYTEA NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "sender_id" INTEGER NOT NULL,

    CONSTRAINT "channel_email_address_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "channel_folder" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "rendered_description" TEXT NOT NULL DEFAULT '',
    "date_created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "creator_id" INTEGER,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL,

    CONSTRAINT "channel_folder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deleted_message" (
    "id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "row" JSON NOT NULL,

    CONSTRAINT "deleted_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_word" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "word" TEXT NOT NULL,
    "match_key" TEXT NOT NULL,
    "first_token" TEXT NOT NULL,

    CONSTRAINT "alert_word_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "linkifier" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "pattern" TEXT NOT NULL,
    "url_template" TEXT NOT NULL,
    "example_input" TEXT,
    "reverse_template" TEXT,
    "alternative_url_templates" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "position" INTEGER NOT NULL,

    CONSTRAINT "linkifier_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "playground" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "url_template" TEXT NOT NULL,

    CONSTRAINT "playground_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "default_channel_organization_id_idx" ON "default_channel"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_user_id_idx" ON "api_key"("user_id");

-- CreateIndex
CREATE INDEX "direct_message_group_participant_ids_idx" ON "direct_message_group" USING GIN ("participant_ids");

-- CreateIndex
CREATE UNIQUE INDEX "direct_message_group_organization_id_participant_hash_key" ON "direct_message_group"("organization_id", "participant_hash");

-- CreateIndex
CREATE INDEX "event_created_at_idx" ON "event"("created_at");

-- CreateIndex
CREATE INDEX "event_queue_user_id_idx" ON "event_queue"("user_id");

-- CreateIndex
CREATE INDEX "event_queue_last_seen_at_idx" ON "event_queue"("last_seen_at");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- CreateIndex
CREATE INDEX "message_organization_id_id_idx" ON "message"("organization_id", "id");

-- CreateIndex
CREATE INDEX "message_organization_id_date_sent_idx" ON "message"("organization_id", "date_sent");

-- CreateIndex
CREATE INDEX "message_sender_id_id_idx" ON "message"("sender_id", "id");

-- CreateIndex
CREATE INDEX "message_date_sent_idx" ON "message" USING BRIN ("date_sent");

-- CreateIndex
CREATE INDEX "user_message_message_id_idx" ON "user_message"("message_id");

-- CreateIndex
CREATE UNIQUE INDEX "organization_uuid_key" ON "organization"("uuid");

-- CreateIndex
CREATE UNIQUE INDEX "organization_subdomain_key" ON "organization"("subdomain");

-- CreateIndex
CREATE INDEX "organization_permission_group_id_idx" ON "organization_permission"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_group_organization_id_name_key" ON "user_group"("organization_id", "name");

-- CreateIndex
CREATE INDEX "user_group_member_user_id_idx" ON "user_group_member"("user_id");

-- CreateIndex
CREATE INDEX "user_group_subgroup_subgroup_id_idx" ON "user_group_subgroup"("subgroup_id");

-- CreateIndex
CREATE INDEX "muted_user_muted_user_id_idx" ON "muted_user"("muted_user_id");

-- CreateIndex
CREATE INDEX "user_topic_channel_id_topic_key_idx" ON "user_topic"("channel_id", "topic_key");

-- CreateIndex
CREATE INDEX "user_organization_id_idx" ON "user"("organization_id");

-- CreateIndex
CREATE INDEX "user_bot_owner_id_idx" ON "user"("bot_owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_email_address_channel_id_user_id_sender_id_key" ON "channel_email_address"("channel_id", "user_id", "sender_id");

-- CreateIndex
CREATE INDEX "channel_folder_organization_id_idx" ON "channel_folder"("organization_id");

-- CreateIndex
CREATE INDEX "deleted_message_deleted_at_idx" ON "deleted_message"("deleted_at");

-- CreateIndex
CREATE INDEX "channel_folder_id_idx" ON "channel"("folder_id");

-- CreateIndex
CREATE INDEX "alert_word_organization_id_first_token_idx" ON "alert_word"("organization_id", "first_token");

-- CreateIndex
CREATE UNIQUE INDEX "alert_word_user_id_match_key_key" ON "alert_word"("user_id", "match_key");

-- CreateIndex
CREATE UNIQUE INDEX "linkifier_organization_id_pattern_key" ON "linkifier"("organization_id", "pattern");

-- CreateIndex
CREATE UNIQUE INDEX "playground_organization_id_language_name_key" ON "playground"("organization_id", "language", "name");

-- AddForeignKey
ALTER TABLE "alert_word" ADD CONSTRAINT "alert_word_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_word" ADD CONSTRAINT "alert_word_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "linkifier" ADD CONSTRAINT "linkifier_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "playground" ADD CONSTRAINT "playground_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_creator_id_fkey" FOREIGN KEY ("creator_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_channel" ADD CONSTRAINT "default_channel_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_channel" ADD CONSTRAINT "default_channel_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password" ADD CONSTRAINT "password_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "direct_message_group" ADD CONSTRAINT "direct_message_group_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_queue" ADD CONSTRAINT "event_queue_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_queue" ADD CONSTRAINT "event_queue_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_sender_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_direct_message_group_id_fkey" FOREIGN KEY ("direct_message_group_id") REFERENCES "direct_message_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_message" ADD CONSTRAINT "user_message_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_permission" ADD CONSTRAINT "organization_permission_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_permission" ADD CONSTRAINT "organization_permission_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "user_group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_creator_id_fkey" FOREIGN KEY ("creator_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_group_member" ADD CONSTRAINT "user_group_member_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "user_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_group_member" ADD CONSTRAINT "user_group_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_group_subgroup" ADD CONSTRAINT "user_group_subgroup_supergroup_id_fkey" FOREIGN KEY ("supergroup_id") REFERENCES "user_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_group_subgroup" ADD CONSTRAINT "user_group_subgroup_subgroup_id_fkey" FOREIGN KEY ("subgroup_id") REFERENCES "user_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "muted_user" ADD CONSTRAINT "muted_user_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "muted_user" ADD CONSTRAINT "muted_user_muted_user_id_fkey" FOREIGN KEY ("muted_user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_topic" ADD CONSTRAINT "user_topic_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_topic" ADD CONSTRAINT "user_topic_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user" ADD CONSTRAINT "user_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user" ADD CONSTRAINT "user_bot_owner_id_fkey" FOREIGN KEY ("bot_owner_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_email_address" ADD CONSTRAINT "channel_email_address_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_email_address" ADD CONSTRAINT "channel_email_address_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_email_address" ADD CONSTRAINT "channel_email_address_sender_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_folder" ADD CONSTRAINT "channel_folder_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_folder" ADD CONSTRAINT "channel_folder_creator_id_fkey" FOREIGN KEY ("creator_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "channel_folder"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deleted_message" ADD CONSTRAINT "deleted_message_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateEnum
CREATE TYPE "reaction_type" AS ENUM ('unicode_emoji', 'realm_emoji', 'service_extra_emoji');

-- CreateTable
CREATE TABLE "custom_emoji" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "author_id" INTEGER,
    "file_name" TEXT NOT NULL,
    "still_file_name" TEXT,
    "is_deactivated" BOOLEAN NOT NULL DEFAULT false,
    "date_created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "custom_emoji_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reaction" (
    "id" SERIAL NOT NULL,
    "message_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "type" "reaction_type" NOT NULL,
    "emoji_code" TEXT NOT NULL,
    "emoji_name" TEXT NOT NULL,

    CONSTRAINT "reaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submessage" (
    "id" SERIAL NOT NULL,
    "message_id" INTEGER NOT NULL,
    "sender_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "submessage_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "custom_emoji_organization_id_idx" ON "custom_emoji"("organization_id");

-- CreateIndex
CREATE INDEX "reaction_user_id_message_id_idx" ON "reaction"("user_id", "message_id");

-- CreateIndex
CREATE UNIQUE INDEX "reaction_message_id_user_id_type_emoji_code_key" ON "reaction"("message_id", "user_id", "type", "emoji_code");

-- CreateIndex
CREATE INDEX "submessage_message_id_id_idx" ON "submessage"("message_id", "id");

-- AddForeignKey
ALTER TABLE "custom_emoji" ADD CONSTRAINT "custom_emoji_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_emoji" ADD CONSTRAINT "custom_emoji_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reaction" ADD CONSTRAINT "reaction_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reaction" ADD CONSTRAINT "reaction_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submessage" ADD CONSTRAINT "submessage_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submessage" ADD CONSTRAINT "submessage_sender_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "attachment" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "path_id" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "content_type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "image_width" INTEGER,
    "image_height" INTEGER,
    "image_frames" INTEGER,

    CONSTRAINT "attachment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attachment_message" (
    "message_id" INTEGER NOT NULL,
    "attachment_id" INTEGER NOT NULL,

    CONSTRAINT "attachment_message_pkey" PRIMARY KEY ("message_id","attachment_id")
);

-- CreateTable
CREATE TABLE "file_removal" (
    "key" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "file_removal_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "outgoing_mail" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "message_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "outgoing_mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "resumable_upload" (
    "id" TEXT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "metadata" JSONB NOT NULL,
    "size" INTEGER NOT NULL,
    "received" INTEGER NOT NULL DEFAULT 0,
    "parts" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "attachment_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resumable_upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "topic" (
    "channel_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "newest_message_id" INTEGER NOT NULL,

    CONSTRAINT "topic_pkey" PRIMARY KEY ("channel_id","key")
);

-- CreateTable
CREATE TABLE "server_secret" (
    "name" TEXT NOT NULL,
    "value" BYTEA NOT NULL,

    CONSTRAINT "server_secret_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "attachment_path_id_key" ON "attachment"("path_id");

-- CreateIndex
CREATE INDEX "attachment_owner_id_id_idx" ON "attachment"("owner_id", "id");

-- CreateIndex
CREATE INDEX "attachment_organization_id_idx" ON "attachment"("organization_id");

-- CreateIndex
CREATE INDEX "attachment_message_attachment_id_message_id_idx" ON "attachment_message"("attachment_id", "message_id");

-- CreateIndex
CREATE INDEX "file_removal_due_at_idx" ON "file_removal"("due_at");

-- CreateIndex
CREATE UNIQUE INDEX "resumable_upload_attachment_id_key" ON "resumable_upload"("attachment_id");

-- CreateIndex
CREATE INDEX "outgoing_mail_due_at_idx" ON "outgoing_mail"("due_at");

-- CreateIndex
CREATE INDEX "resumable_upload_owner_id_idx" ON "resumable_upload"("owner_id");

-- CreateIndex
CREATE INDEX "resumable_upload_created_at_idx" ON "resumable_upload"("created_at");

-- AddForeignKey
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachment_message" ADD CONSTRAINT "attachment_message_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attachment_message" ADD CONSTRAINT "attachment_message_attachment_id_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outgoing_mail" ADD CONSTRAINT "outgoing_mail_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resumable_upload" ADD CONSTRAINT "resumable_upload_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resumable_upload" ADD CONSTRAINT "resumable_upload_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resumable_upload" ADD CONSTRAINT "resumable_upload_attachment_id_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "topic" ADD CONSTRAINT "topic_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "linked_page" (
    "address" TEXT NOT NULL,
    "title" TEXT,
    "description" TEXT,
    "image" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "linked_page_pkey" PRIMARY KEY ("address")
);

-- CreateTable
CREATE TABLE "preview_request" (
    "message_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "sender_id" INTEGER NOT NULL,
    "pages" JSONB NOT NULL,
    "html_hash" BYTEA NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "taken_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "preview_request_pkey" PRIMARY KEY ("message_id")
);

-- CreateIndex
CREATE INDEX "linked_page_expires_at_idx" ON "linked_page"("expires_at");

-- CreateIndex
CREATE INDEX "preview_request_organization_id_sender_id_requested_at_idx" ON "preview_request"("organization_id", "sender_id", "requested_at");

-- CreateIndex
CREATE INDEX "preview_request_requested_at_idx" ON "preview_request"("requested_at");

-- What Prisma's schema language cannot say:

-- Addresses and channel names are unique without regard to case.
CREATE UNIQUE INDEX "user_organization_id_delivery_email_key" ON "user"("organization_id", lower("delivery_email"));
CREATE UNIQUE INDEX "channel_organization_id_name_key" ON "channel"("organization_id", lower("name"));

-- So are names of channel folders, but an archived one gives its name free.
CREATE UNIQUE INDEX "channel_folder_organization_id_name_key" ON "channel_folder"("organization_id", lower("name")) WHERE NOT "is_archived";

-- So are names of custom emoji, which have no upper case; a deactivated one gives its name free.
CREATE UNIQUE INDEX "custom_emoji_organization_id_name_key" ON "custom_emoji"("organization_id", "name") WHERE NOT "is_deactivated";

-- A message is in a channel or in a direct-message group.
ALTER TABLE "message" ADD CONSTRAINT "message_one_conversation_check" CHECK (num_nonnulls("channel_id", "direct_message_group_id") = 1);
CREATE INDEX "message_channel_id_id_idx" ON "message"("channel_id", "id") WHERE "channel_id" IS NOT NULL;
CREATE INDEX "message_channel_id_topic_id_idx" ON "message"("channel_id", lower("topic"), "id") WHERE "channel_id" IS NOT NULL;
CREATE INDEX "message_direct_message_group_id_id_idx" ON "message"("direct_message_group_id", "id") WHERE "direct_message_group_id" IS NOT NULL;

-- Each message changes its topic's row: with room in the page, that touches no index.
ALTER TABLE "topic" SET (fillfactor = 70);

-- What narrows ask of a message's content follows from its HTML, so that no writer has to keep it. Only
-- tags have angle brackets in HTML of ours; quotation marks also stand in text.
ALTER TABLE "message"
    ADD COLUMN "has_link" BOOLEAN NOT NULL GENERATED ALWAYS AS ("rendered_content" LIKE '%<a %') STORED,
    ADD COLUMN "has_image" BOOLEAN NOT NULL GENERATED ALWAYS AS ("rendered_content" ~ '<[^<>]* class="(message_inline_image|inline-image[^"]*)"') STORED,
    ADD COLUMN "has_attachment" BOOLEAN NOT NULL GENERATED ALWAYS AS ("rendered_content" ~ '<[^<>]*="/?user_uploads/') STORED,
    ADD COLUMN "search_vector" tsvector NOT NULL GENERATED ALWAYS AS (
        to_tsvector('english', translate("topic", '<>&', '   ')) || to_tsvector('english', "rendered_content")
    ) STORED;
CREATE INDEX "message_search_vector_idx" ON "message" USING GIN ("search_vector");

-- Users mentioned by name, aloud. Few messages mention anybody, and none else is in the index.
CREATE FUNCTION "mentioned_users"(html text) RETURNS int[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(found[1]::int), '{}')
    FROM regexp_matches(html, '<span class="user-mention" data-user-id="(\d{1,10})"', 'g') AS found
$$;
CREATE INDEX "message_mentioned_users_idx" ON "message" USING GIN (mentioned_users("rendered_content"))
    WHERE "rendered_content" LIKE '%<span class="user-mention" %';

-- The flags that people look for. The bits are those of src/contract/message-flags.ts.
CREATE INDEX "user_message_unread_idx" ON "user_message"("user_id", "message_id") WHERE "flags" & 1 = 0;
CREATE INDEX "user_message_starred_idx" ON "user_message"("user_id", "message_id") WHERE "flags" & 2 <> 0;
CREATE INDEX "user_message_mentioned_idx" ON "user_message"("user_id", "message_id") WHERE "flags" & 56 <> 0;

-- Subscribers of a channel, without those who left.
CREATE INDEX "subscription_channel_id_active_idx" ON "subscription"("channel_id", "user_id") WHERE "active";

-- Unnamed groups that are no setting's value any more.
CREATE INDEX "user_group_abandoned_at_idx" ON "user_group"("abandoned_at") WHERE "abandoned_at" IS NOT NULL;

-- Uploads that no message refers to.
CREATE INDEX "attachment_expires_at_idx" ON "attachment"("expires_at") WHERE "expires_at" IS NOT NULL;
