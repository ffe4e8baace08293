-- Driver applications: their state, for the page that waits for approval. There is no session before approval, so the page has
-- only the form's random id.
-- Needs:  sign ups, profiles, outbox
-- Access: every client that knows the form's id
-- Tests:  tests/db/sign_ups.sql, tests/e2e/sign-up.spec.ts

create table app.applications (
  id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default app.now()
);
comment on table app.applications is 'Finished driver forms and their applicants. Deleted after 90 days.';
comment on column app.applications.id is 'The id of the form (app.sign_ups), which is deleted earlier.';
create index applications_user_id on app.applications (user_id);
alter table app.applications enable row level security;

create function app.keep_application(sign_up_id uuid, user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from app.applications a where a.created_at < app.now() - interval '90 days';
  insert into app.applications as a (id, user_id) values (keep_application.sign_up_id, keep_application.user_id) on conflict do nothing;
end $$;

create function public.application_state(sign_up_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when p.suspended_at is not null then 'refused' when p.approved then 'approved' else 'waiting' end
  from app.applications a join public.profiles p on p.id = a.user_id and p.deleted_at is null
  where a.id = application_state.sign_up_id
$$;
comment on function public.application_state is
  'State of a driver''s application, by the random id of the form: waiting, approved or refused; null if there is none.';
grant execute on function public.application_state(uuid) to anon, authenticated;

create function public.follow_application(sign_up_id uuid, token text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_user_id uuid;
begin
  if coalesce(octet_length(follow_application.token), 0) not between 8 and 2000 or follow_application.token ~ '[[:space:]]'
    or not app.is_push_subscription(follow_application.token) then
    perform app.refuse('push_token_invalid', 422, 'Give the subscription of a browser as JSON without spaces');
  end if;
  if public.application_state(follow_application.sign_up_id) is distinct from 'waiting' then return false; end if;
  select a.user_id into v_user_id from app.applications a where a.id = follow_application.sign_up_id;
  -- Never take over another person's device: this caller is not signed in.
  insert into public.push_tokens as t (token, user_id, platform, channels) values (follow_application.token, v_user_id, 'WEB', '{trips}')
  on conflict on constraint push_tokens_pkey do update set seen_at = app.now() where t.user_id = v_user_id;
  if not found then return false; end if;
  delete from public.push_tokens t where t.token in (select o.token from public.push_tokens o where o.user_id = v_user_id
    and o.token <> follow_application.token order by o.seen_at desc, o.token offset 2);
  return true;
end $$;
comment on function public.follow_application is
  'Sends this browser a push when the application is approved; false if no application waits. At most three browsers. Errors: push_token_invalid.';
grant execute on function public.follow_application(uuid, text) to anon, authenticated;
