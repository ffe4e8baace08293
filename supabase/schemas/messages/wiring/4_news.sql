-- News: what ends a consent without its owner's pressing a button for it.

create function app.tg_message_stops__end_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.record_news_consent(c.user_id, c.channel, c.receiver_hash, false, 'stop')
  from app.current_news_consents c
  where c.receiver_hash = new.receiver_hash and c.channel = new.channel and c.given;
  return null;
end $$;

create trigger message_stops__end_consent after insert on app.message_stops
  for each row when (new.kind in ('all', 'news')) execute function app.tg_message_stops__end_consent();

-- Consent was given for an address: whoever has it next, or the account's next one, did not give it.
create function app.tg_users__end_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.record_news_consent(c.user_id, c.channel, c.receiver_hash, false, 'change')
  from app.current_news_consents c
  where c.user_id = new.id and c.given
    and app.receiver_hash(app.own_contact(new.id, c.channel)) is distinct from c.receiver_hash;
  return null;
end $$;

create trigger users__end_consent after update of email, phone, email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (old.email is distinct from new.email or old.phone is distinct from new.phone
    or new.email_confirmed_at is null and old.email_confirmed_at is not null
    or new.phone_confirmed_at is null and old.phone_confirmed_at is not null)
  execute function app.tg_users__end_consent();

create function app.tg_notifications__plain_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The constraint refuses other shapes.
  if app.are_news_words(new.words) then
    select coalesce(jsonb_object_agg(w.key, jsonb_build_object('title', app.plain(w.value ->> 'title'),
      'body', app.plain_lines(w.value ->> 'body'))), '{}') into new.words
    from jsonb_each(new.words) w;
  end if;
  return new;
end $$;

create trigger notifications__plain_words before insert on public.notifications
  for each row execute function app.tg_notifications__plain_words();
