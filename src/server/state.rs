//! [`App`]: what handlers share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;

use crate::index::TableName;
use crate::probe::{ProbeError, Tablebase};

use super::Limits;
use super::catalogue::Facts;
use super::error::ApiError;

/// What handlers share: the tables, the bounds, and the facts that were worked out before. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct App(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    tablebase: Tablebase,
    limits: Limits,
    /// A permit for each request that may ask the tables now.
    running: Arc<Semaphore>,
    /// A permit for each request that may ask now or wait.
    admitted: Arc<Semaphore>,
    facts: Mutex<HashMap<TableName, Arc<Facts>>>,
    /// One permit: facts are worked out for one table at a time, so that other requests get their turn.
    surveying: Arc<Semaphore>,
}

impl Shared {
    fn facts(&self) -> MutexGuard<'_, HashMap<TableName, Arc<Facts>>> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    pub(super) fn new(tablebase: Tablebase, limits: Limits) -> Self {
        Self(Arc::new(Shared {
            tablebase,
            limits,
            running: Arc::new(Semaphore::new(limits.running)),
            admitted: Arc::new(Semaphore::new(limits.running + limits.waiting)),
            facts: Mutex::default(),
            surveying: Arc::new(Semaphore::new(1)),
        }))
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Asks the tables, on a thread that may block. The request waits for its turn, or is refused if too many wait.
    ///
    /// The permits go with the work: a request that is given up on keeps its place until the work is done.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Tablebase) -> Result<T, ProbeError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let admitted = Arc::clone(&self.0.admitted).try_acquire_owned().map_err(|_| ApiError::Busy)?;
        // The semaphore is never closed.
        let running = Arc::clone(&self.0.running).acquire_owned().await.map_err(|_| ApiError::Busy)?;
        let shared = Arc::clone(&self.0);
        let work = tokio::task::spawn_blocking(move || {
            let _permits = (admitted, running);
            question(&shared.tablebase)
        });
        Ok(work.await.map_err(|_| ApiError::Internal)??)
    }

    /// The facts of a table, worked out when first asked for, and kept even if that request has been given up on.
    pub(super) async fn facts(&self, name: TableName) -> Result<Arc<Facts>, ApiError> {
        let known = self.0.facts().get(&name).cloned();
        if let Some(facts) = known {
            return Ok(facts);
        }
        // The semaphore is never closed.
        let surveying = Arc::clone(&self.0.surveying).acquire_owned().await.map_err(|_| ApiError::Busy)?;
        let shared = Arc::clone(&self.0);
        let work = move |tablebase: &Tablebase| {
            let _permit = surveying;
            let known = shared.facts().get(&name).cloned();
            let facts = match known {
                Some(facts) => facts,
                None => Arc::new(Facts::of(tablebase.table(name)?)?),
            };
            shared.facts().insert(name, Arc::clone(&facts));
            Ok(facts)
        };
        self.ask(work).await
    }
}
