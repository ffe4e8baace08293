-- Generated from supabase/schemas by scripts/write-migrations.ts; do not edit.

-- supabase/schemas/messages/realtime_policies.sql

-- Who may join which topic. Topics are compared as text and never cast: a topic is whatever a client sent.
-- Needs:  realtime.messages, bookings, position topics, sessions, applications
-- Access: reading is decided when a client joins and when its token is refreshed; writing on the topic of a position alone
-- Tests:  tests/db/realtime.sql, tests/db/realtime_topics.sql, tests/api/realtime/rights.test.ts

-- By the profile and the session as they are now: a token goes on saying what they were when it was made.
create policy "people listen to their own topic" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select auth.uid())::text and (select app.has_session()));
create policy "drivers listen to their own topic" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'driver:' || (select auth.uid())::text and (select app.is_now('driver')));
create policy "fleet admins listen to their fleet" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'fleet:' || (select auth.uid())::text and (select app.is_now('fleetadmin')));
create policy "admins listen to the desk" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'admin' and (select app.is_now('admin')));
create policy "people listen to what the operator decides" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'catalogue' and (select app.has_session()));
-- Drivers who wait for approval have no session.
create policy "applicants listen to their application" on realtime.messages for select to anon
  using (extension = 'broadcast' and (select realtime.topic()) like 'application:%'
    and (select app.follows_application(realtime.topic())));
create policy "people listen to bookings they see" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) like 'booking:%'
    and (select app.sees_booking(substr(realtime.topic(), 9))));
create policy "people follow the driver of bookings under way" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) like 'position:%'
    and (select app.follows_position(realtime.topic())));
create policy "the driver of a trip under way sends its position" on realtime.messages for insert to authenticated
  with check (extension = 'broadcast' and (select realtime.topic()) like 'position:%'
    and (select app.sends_position(realtime.topic())));
